import type { Cell, Column, QueryAnswer } from '../../../wire/query/messages.ts';
import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why there is no session, or no longer one. */
export type QueryEnding =
  /** The user has disconnected. `rolledBack`: a transaction was open. */
  | { kind: 'left'; rolledBack: boolean }
  /** The server ended it. `text`: its reason. `wasBusy`: a statement was running, or a transaction was open. */
  | { kind: 'server'; text: string; wasBusy?: boolean }
  /** No session was opened. */
  | { kind: 'refused'; text: string }
  /**
   * The connection dropped. `retries`: nothing was lost, so the session reconnects when the network is back. `why`: the
   * server's reason for rejecting a new connection, such as an expired sign-in.
   */
  | { kind: 'lost'; retries: boolean; why?: string }
  /** The server sent a message that is invalid in this protocol. */
  | { kind: 'unreadable'; text: string };

/** The request in progress. */
export type QueryWork = {
  kind: 'run' | 'more';
  id: number;
  sinceMs: number;
  /** The user has asked to stop it. */
  isCancelling: boolean;
};

export type QueryState =
  | { kind: 'connecting'; isAgain: boolean }
  /** The server waits for a second factor. `declined`: the user has not provided one yet. */
  | { kind: 'factor'; challenge: AuthnChallengeJson; declined: boolean }
  | { kind: 'ready' }
  | { kind: 'running'; work: QueryWork }
  | { kind: 'ended'; reason: QueryEnding };

export type ResultRow = readonly Cell[];

/** The result of one statement. Without columns it has no rows. */
export type ResultSet = {
  set: number;
  /** Its number among the sets with rows, from 1. It does not change when others are closed. 0 without columns. */
  number: number;
  columns: readonly Column[];
  /**
   * Grows in place, so that a hundred thousand rows are not copied in every frame. `rowCount` states how many of them
   * count.
   */
  rows: readonly ResultRow[];
  rowCount: number;
  /** '' until the statement has ended. */
  command: string;
  count: number | undefined;
  hasMore: boolean;
  /** There were more rows, but they can no longer be requested. */
  isCut: boolean;
  /** Why requested further rows did not arrive. */
  stopped?: string;
  ms: number | undefined;
};

type AnswerOf<T extends QueryAnswer['type']> = Extract<QueryAnswer, { type: T }>;

export type Notice = Omit<AnswerOf<'notice'>, 'type'>;

/** The last text that was run, and its results. */
export type QueryRun = {
  id: number;
  sql: string;
  /** Where the text begins in the editor. */
  start: number;
  isExplain: boolean;
  sets: readonly ResultSet[];
  failure: Omit<AnswerOf<'failed'>, 'type' | 'id'> | undefined;
  isCancelled: boolean;
  /** Undefined while it runs. */
  ms: number | undefined;
  notices: readonly Notice[];
  /** Rows and sets were dropped because the page had no room for them. */
  isCut: boolean;
};
