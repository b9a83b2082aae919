import type { ConnectProblem } from '../../../api/terminal.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { TerminalSocket } from './TerminalConnection.ts';
import type { ByteSink } from './WriteQueue.ts';

/** Where the output of a session is shown. */
export type Screen = ByteSink & { resize(size: TermSize): void };

/** What a session needs of the world. */
export type SessionPorts = {
  open: (params: ConnectParams) => TerminalSocket;
  explain: (params: ConnectParams, signal: AbortSignal) => Promise<ConnectProblem>;
  /** A plain call to the server; false where nothing answers. */
  reach: (signal: AbortSignal) => Promise<boolean>;
  clock: Clock;
};
