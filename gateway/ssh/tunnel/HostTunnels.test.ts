import { expect, test } from 'vitest';
import type { JoinedHost } from '../../store/joinedHosts.ts';
import type { HostTunnel } from './HostTunnel.ts';
import { HostTunnels } from './HostTunnels.ts';

test('a tunnel that was open when the gateway was killed counts as one that was open', () => {
  const stored = { tunnelLostMs: 0 } as JoinedHost;
  const joinedHosts = {
    find: () => stored,
    tunnelSeen: (_node: string, nowMs: number) => void (stored.tunnelLostMs = nowMs),
  };
  const start = () => new HostTunnels({ joinedHosts, now: () => 7, changed: () => undefined });
  expect(start().stateOf('n')).toEqual({ connected: false });
  start().add({ node: 'n', onClose: () => undefined } as unknown as HostTunnel);
  expect(start().stateOf('n')).toEqual({ connected: false, sinceMs: 7 });
});
