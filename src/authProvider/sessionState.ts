/** Why a session ended. The login page shows it as a sentence. */
export type Ending =
  /** By the user, in this tab. */
  | 'signedOut'
  /** In another tab, by the user or because that tab found no session. */
  | 'signedOutElsewhere'
  /** It expired or could not be renewed. */
  | 'expired'
  /** The server no longer knows it. */
  | 'refused'
  /** The server ended it after too many wrong passwords. */
  | 'lockedOut'
  /** The user was inactive. */
  | 'inactive';

/** True if the user did not sign out in this tab and should return to the same page. */
export const wantsReturn = (ending: Ending): boolean => ending !== 'signedOut';

export type SessionState =
  /** `endsAtMs` is the absolute end. Undefined until a cluster's first renewal has returned it. */
  | { kind: 'signedIn'; endsAtMs: number | undefined }
  /** The user has been inactive for long. Without activity the session ends at `signsOutAtMs`. */
  | { kind: 'idle'; endsAtMs: number | undefined; signsOutAtMs: number }
  /** `unconfirmed`: the user has signed out, and the server of the session with this token has not responded. */
  | { kind: 'ended'; why: Ending; unconfirmed?: { bearer: string | undefined } };
