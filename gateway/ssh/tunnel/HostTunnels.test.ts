import { expect, test } from 'vitest';
import type { JoinedHost } from '../../store/joinedHosts.ts';
import type { HostTunnel } from './HostTunnel.ts';
import { HostTunnels } from './HostTunnels.ts';

test('a tunnel that was open when the gateway was killed is disconnected since it was last seen', () => {
  const stored = { tunnelLostMs: 0 } as JoinedHost;
  const joinedHosts = {
    find: () => stored,
    tunnelSeen: (_node: string, nowMs: number) => void (stored.tunnelLostMs = nowMs),
  };
  const start = () => new HostTunnels({ joinedHosts, now: () => 7, changed: () => undefined, report: () => undefined });
  expect(start().stateOf('n')).toEqual({ connected: false });
  start().add({ node: 'n', onClose: () => undefined } as unknown as HostTunnel);
  expect(start().stateOf('n')).toEqual({ connected: false, sinceMs: 7 });
});

test('a tunnel opens and closes although the database cannot be written', () => {
  const full = new Error('the disk is full');
  const joinedHosts = {
    find: () => undefined,
    tunnelSeen: () => {
      throw full;
    },
  };
  const reports: unknown[] = [];
  const changes: boolean[] = [];
  const tunnels = new HostTunnels({
    joinedHosts,
    now: () => 7,
    changed: (_node, { connected }) => changes.push(connected),
    report: (error) => reports.push(error),
  });
  let close: () => void = () => undefined;
  tunnels.add({ node: 'n', sinceMs: 7, onClose: (run: () => void) => (close = run) } as unknown as HostTunnel);
  expect(tunnels.stateOf('n')).toEqual({ connected: true, sinceMs: 7 });
  close();
  expect(tunnels.stateOf('n')).toEqual({ connected: false });
  expect(changes).toEqual([true, false]);
  expect(reports).toEqual([full, full]);
});
