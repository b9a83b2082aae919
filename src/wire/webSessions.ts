// Web sessions of a user: our extension `postern/sessions/web` and `postern/users/:name/sessions/web`.

/** How somebody proved who they are: with a password alone or with a code, by a key or a passkey, by a link, through a provider. */
export type SignInMethod = 'password' | 'otp' | 'key' | 'passkey' | 'link' | 'sso';

/** One sign-in with everything that it was renewed to. */
export type WebSessionJson = {
  /** Names the session in addresses; it is no credential. */
  id: string;
  /** Times are RFC 3339. */
  created: string;
  lastActive: string;
  expires: string;
  /** Of the client, at its last renewal; empty where it is not known. */
  address: string;
  /** `Firefox on Linux`; empty where it is not known. */
  client: string;
  /** Absent where it is not known. */
  method?: SignInMethod;
  /** Name of the identity provider's connector, where one signed the user in. */
  connector?: string;
  /** The session that asks. */
  current: boolean;
};

/** The most recently active one first. */
export type WebSessionsJson = { sessions: WebSessionJson[] };
