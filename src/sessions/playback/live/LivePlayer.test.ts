// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { systemClock } from '../../../lib/clock.ts';
import { fromUtf8 } from '../../../lib/encoding.ts';
import { LiveOutput } from './LiveOutput.ts';
import { LivePlayer } from './LivePlayer.ts';

// The test environment has no fonts.
Object.defineProperty(document, 'fonts', { value: { check: () => true } });

test('output that the server repeats after a reconnect follows a line that explains it', () => {
  let shown = '';
  const kept = vi.spyOn(LiveOutput.prototype, 'add').mockImplementation((bytes) => void (shown += fromUtf8(bytes)));
  onTestFinished(() => kept.mockRestore());
  const sockets: FakeTerminalSocket[] = [];
  const open = () => {
    const socket = new FakeTerminalSocket();
    sockets.push(socket);
    return socket;
  };
  const player = new LivePlayer(
    { clusterId: 'east', sid: 'eeb62b0d-2708-4069-a081-6b3807fc3260' },
    { open, explain: async () => ({ kind: 'unreachable' }), pingServer: async () => true, clock: systemClock },
  );
  onTestFinished(() => player.dispose());
  const follow = (output: string) => {
    sockets.at(-1)?.begin();
    sockets.at(-1)?.frame('r', output);
  };
  follow('rm old');
  sockets[0]?.drop();
  follow('rm old');
  expect(sockets).toHaveLength(2);
  expect(shown).toMatch(/^rm old.*── lost at .*, rejoined at .*: the last output is repeated below.*rm old$/s);
});
