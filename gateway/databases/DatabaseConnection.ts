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
  /**
   * Gives up what was not read. Resolves when the connection can run another statement, also after the end. `mayStop`: the
   * statement only reads, so the server may stop it; true if left out.
   */
  close(mayStop?: boolean): Promise<void>;
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

/** Until a server has taken a request to cancel, from the open connection on. */
export const CANCEL_MAX_MS = 10_000;

/** What a listener is told of the end. */
export const GONE = 'The database closed the connection.';

/** Notice of a character set that a statement changed. `utf8`: the name that the server has for the one in use. */
export const setBackText = (changed: string, utf8: string): string =>
  `The query console uses UTF-8. Before the next statement the gateway sets the client character set back from ${changed} to ${utf8}.`;

/** The same for a connection that broke. */
export const lostText = (error: Error, { password }: Pick<DatabaseSecrets, 'password'>): string =>
  `The connection to the database was lost: ${withoutSecret(errorMessage(readable(error)), password)}`;

/** What a connection is destroyed with when a library cannot read a message. `error`: of the library. */
export const unreadable = (error: unknown): Error =>
  new Error(`the database server sent something that cannot be read (${errorMessage(error)})`);

/** The libraries report some broken messages with errors of the language, which explain nothing to users. */
export const readable = (error: Error): Error =>
  error instanceof RangeError || error instanceof TypeError ? unreadable(error) : error;
