// Web sessions of a user: our extensions `postern/sessions/web` and `postern/users/:name/sessions/web`.

/**
 * How the user signed in: with a password alone or with a code, with a key or a passkey, through a link or through a
 * provider.
 */
export type SignInMethod = 'password' | 'otp' | 'key' | 'passkey' | 'link' | 'sso';

/** One sign-in with all its renewals. */
export type WebSessionJson = {
  /** Identifies the session in addresses. It is not a credential. */
  id: string;
  /** Times are RFC 3339. */
  created: string;
  lastActive: string;
  expires: string;
  /** The client's address at the last renewal. Empty if unknown. */
  address: string;
  /** `Firefox on Linux`. Empty if unknown. */
  client: string;
  /** Absent if unknown. */
  method?: SignInMethod;
  /** Name of the connector, if an identity provider signed the user in. */
  connector?: string;
  /** The caller's own session. */
  current: boolean;
};

/** The most recently active session first. */
export type WebSessionsJson = { sessions: WebSessionJson[] };
