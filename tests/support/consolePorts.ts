import { systemClock } from '../../src/lib/clock.ts';
import type { ConsolePorts } from '../../src/sessions/terminal/console/ConsoleModel.ts';
import type { SessionPorts } from '../../src/sessions/terminal/session/TerminalCall.ts';
import { noTransfers } from './noTransfers.ts';

/** Of one session whose sockets `open` gives. The server answers, and tells nothing of a socket that did not open. */
export const sessionPorts = (open: SessionPorts['open']): SessionPorts => ({
  open,
  explain: async () => ({ kind: 'unreachable' }),
  pingServer: async () => true,
  clock: systemClock,
});

/** The same of a console without an emulator, in which no file is moved. */
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
