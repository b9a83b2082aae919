import { systemClock } from '../../src/lib/clock.ts';
import type { ConsolePorts } from '../../src/sessions/terminal/console/ConsoleModel.ts';
import type { SessionPorts } from '../../src/sessions/terminal/session/TerminalCall.ts';
import { noTransfers } from './noTransfers.ts';

/**
 * Ports of one session whose sockets `open` returns. The server answers without a reason if a socket did not open.
 */
export const sessionPorts = (open: SessionPorts['open']): SessionPorts => ({
  open,
  explain: async () => ({ kind: 'unreachable' }),
  pingServer: async () => true,
  clock: systemClock,
});

/** The same for a console without an emulator and without file transfers. */
export const consolePorts = (open: ConsolePorts['open']): ConsolePorts => ({
  open,
  explain: async () => ({ kind: 'unreachable' }),
  pingServer: async () => true,
  fetchSessions: async () => [],
  room: () => ({ cols: 80, rows: 24 }),
  loadEmulator: () => new Promise(() => undefined),
  transfers: noTransfers,
  clock: systemClock,
});
