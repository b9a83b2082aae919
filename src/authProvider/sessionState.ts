/** Why a session ended; the login page says it in a sentence. */
export type Ending =
  /** By the person, in this tab. */
  | 'signedOut'
  /** In another tab, by the person or because that tab found no session. */
  | 'signedOutElsewhere'
  /** Its time was over, or it could not be renewed. */
  | 'expired'
  /** The server no longer knows it. */
  | 'refused'
  /** The server ended it after too many wrong passwords. */
  | 'lockedOut'
  /** Nobody was there. */
  | 'inactive';

/** True where the person did not ask for it in this tab and wants to come back to the same page. */
export const wantsReturn = (ending: Ending): boolean => ending !== 'signedOut';

export type SessionState =
  /** `endsAtMs` is the absolute end; undefined until a cluster's first renewal has told it. */
  | { kind: 'signedIn'; endsAtMs: number | undefined }
  /** Nobody has touched anything for long; without a sign of life the session ends at `signsOutAtMs`. */
  | { kind: 'idle'; endsAtMs: number | undefined; signsOutAtMs: number }
  /** `unconfirmed`: the person has signed out, and the server of the session with this token has not answered. */
  | { kind: 'ended'; why: Ending; unconfirmed?: { bearer: string | undefined } };
