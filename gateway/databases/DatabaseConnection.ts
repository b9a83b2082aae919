// What a session needs of a database, whatever its protocol, and what its drivers share.
import { errorMessage } from '../../src/lib/errorMessage.ts';
import type { QueryProtocol, TransactionState } from '../../src/wire/query/messages.ts';
import { withoutSecret } from './DatabaseFault.ts';
import type { DatabaseSecrets } from './DatabaseTarget.ts';
import type { PacedStream } from './PacedStream.ts';
import type { ResultQueue } from './ResultQueue.ts';

export type ConnectionListener = {
  /** Words of the server that no statement waits for. */
  notice(severity: string, message: string): void;
  transaction(state: TransactionState): void;
  /** The connection is gone; the last call. `text`: why, for the user. */
  lost(text: string): void;
};

export type ConnectionOptions = {
  /** Each statement runs in a transaction of its own that cannot write, and is rolled back. */
  readOnly: boolean;
};

/** One statement that runs. Read its results to the end, or close it. */
export type RunningStatement = {
  results: ResultQueue;
  /** Gives up what was not read. Resolves when the connection can run another statement, also after the end. */
  close(): Promise<void>;
};

export type DatabaseConnection = {
  readonly protocol: QueryProtocol;
  /** As the server writes it. */
  readonly version: string;
  /** One at a time: close the one before first. */
  run(sql: string): RunningStatement;
  /** Stops what runs, over a connection of its own. Rejects where that cannot be made. */
  cancel(): Promise<void>;
  /** Ends it without a word to the listener. */
  close(): void;
};

/** Another connection to the same server, for what has to be said beside the first. */
export type Dial = () => Promise<PacedStream>;

/** What a listener is told of the end. */
export const GONE = 'The database closed the connection.';

/** The same for a connection that broke. */
export const lostText = (error: Error, { password }: Pick<DatabaseSecrets, 'password'>): string =>
  `The connection to the database was lost: ${withoutSecret(errorMessage(error), password)}`;
