import type { Cell, Column, QueryAnswer } from '../../../wire/query/messages.ts';
import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why there is no session, or no longer. */
export type QueryEnding =
  /** The user has disconnected. `rolledBack`: a transaction was open. */
  | { kind: 'left'; rolledBack: boolean }
  /** The server ended it. `text`: its words. `wasBusy`: a statement was running, or a transaction was open. */
  | { kind: 'server'; text: string; wasBusy?: boolean }
  /** No session was opened. */
  | { kind: 'refused'; text: string }
  /**
   * The connection dropped. `retries`: nothing was lost, so the session connects by itself when the network is back.
   * `why`: the words with which the server refuses a new connection, as the sign-in has expired, say.
   */
  | { kind: 'lost'; retries: boolean; why?: string }
  /** What came is no answer of this protocol. */
  | { kind: 'unreadable'; text: string };

/** What the server is working on. */
export type QueryWork = {
  kind: 'run' | 'more';
  id: number;
  sinceMs: number;
  /** The user has asked to stop it. */
  isCancelling: boolean;
};

export type QueryState =
  | { kind: 'connecting'; isAgain: boolean }
  /** The server waits for a second factor. `declined`: none was given so far. */
  | { kind: 'factor'; challenge: AuthnChallengeJson; declined: boolean }
  | { kind: 'ready' }
  | { kind: 'running'; work: QueryWork }
  | { kind: 'ended'; reason: QueryEnding };

export type ResultRow = readonly Cell[];

/** What one statement gave. Without columns it gave no rows. */
export type ResultSet = {
  set: number;
  /** Among the sets with rows, from 1; it stays when others are closed. 0 without columns. */
  number: number;
  columns: readonly Column[];
  /** Grows in place, so that a hundred thousand rows are not copied with every frame; `rowCount` says how far it counts. */
  rows: readonly ResultRow[];
  rowCount: number;
  /** '' until the statement has ended. */
  command: string;
  count: number | undefined;
  hasMore: boolean;
  /** There were more rows, which cannot be asked for any longer. */
  isCut: boolean;
  /** Why further rows that were asked for did not come. */
  stopped?: string;
  ms: number | undefined;
};

type AnswerOf<T extends QueryAnswer['type']> = Extract<QueryAnswer, { type: T }>;

export type Notice = Omit<AnswerOf<'notice'>, 'type'>;

/** The last text that was run, and what came of it. */
export type QueryRun = {
  id: number;
  sql: string;
  /** Where the text begins in the editor. */
  start: number;
  isExplain: boolean;
  sets: readonly ResultSet[];
  failure: Omit<AnswerOf<'failed'>, 'type' | 'id'> | undefined;
  isCancelled: boolean;
  /** undefined while it runs. */
  ms: number | undefined;
  notices: readonly Notice[];
  /** Rows and sets that this page had no room for. */
  isCut: boolean;
};
