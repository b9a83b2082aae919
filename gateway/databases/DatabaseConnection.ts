// The interface of a database connection for all protocols, and code that its drivers share.
import { errorMessage } from '../../src/lib/errorMessage.ts';
import type { QueryProtocol, TransactionState } from '../../src/wire/query/messages.ts';
import { withoutSecret } from './DatabaseFault.ts';
import type { DatabaseSecrets } from './DatabaseTarget.ts';
import type { PacedStream } from './PacedStream.ts';
import type { ResultQueue } from './ResultQueue.ts';

export type ConnectionListener = {
  /** A message of the server that belongs to no statement. */
  notice(severity: string, message: string): void;
  transaction(state: TransactionState): void;
  /** The connection was lost. The last call. `text`: the reason, for the user. */
  lost(text: string): void;
};

export type ConnectionOptions = {
  /** Each statement runs in its own read-only transaction, which is rolled back. */
  readOnly: boolean;
};

/** A running statement. Read its results to the end, or close it. */
export type RunningStatement = {
  results: ResultQueue;
  /**
   * Discards unread results. Resolves when the connection can run another statement, also after the end. `mayStop`: the
   * statement only reads, so the server may stop it. The default is true.
   */
  close(mayStop?: boolean): Promise<void>;
};

export type DatabaseConnection = {
  readonly protocol: QueryProtocol;
  /** In the server's spelling. */
  readonly version: string;
  /** One at a time: close the previous one first. */
  run(sql: string): RunningStatement;
  /** Stops the running statement over a separate connection. Rejects if that connection fails. */
  cancel(): Promise<void>;
  /** Closes the connection without calling the listener. */
  close(): void;
};

/** Opens another connection to the same server, for requests besides the first one. */
export type Dial = () => Promise<PacedStream>;

/** Until a server has accepted a cancel request, measured from the open connection. */
export const CANCEL_MAX_MS = 10_000;

/** The reason that a listener gets for the end. */
export const GONE = 'The database closed the connection.';

/** Notice about a character set that a statement changed. `utf8`: the server's name for the used one. */
export const setBackText = (changed: string, utf8: string): string =>
  `The query console uses UTF-8. Before the next statement the gateway sets the client character set back from ${changed} to ${utf8}.`;

/** The same for a connection that broke. */
export const lostText = (error: Error, { password }: Pick<DatabaseSecrets, 'password'>): string =>
  `The connection to the database was lost: ${withoutSecret(errorMessage(readable(error)), password)}`;

/** The error that destroys a connection if a library cannot parse a message. `error`: the library's error. */
export const unreadable = (error: unknown): Error =>
  new Error(`the database server sent something that cannot be read (${errorMessage(error)})`);

/** The libraries report some invalid messages with JavaScript errors, which explain nothing to users. */
export const readable = (error: Error): Error =>
  error instanceof RangeError || error instanceof TypeError ? unreadable(error) : error;
