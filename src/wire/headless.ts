// JSON types for approving the sign-in of a command line (http-auth §9).

/** 1 is pending. Absent: unknown. */
export type HeadlessState = 1 | 2 | 3;

export const HEADLESS_STATES = { pending: 1, denied: 2, approved: 3 } as const satisfies Record<string, HeadlessState>;

export type HeadlessJson = {
  header: {
    kind: 'headless_authentication';
    version: 'v1';
    /** `name`: the request's id. `expires`: RFC 3339. */
    metadata: { name: string; expires: string };
  };
  user: string;
  /** Standard base64 of an `authorized_keys` line. */
  public_key: string;
  state?: HeadlessState;
  mfa_device?: object;
  /** `host:port` of the command line, as the proxy sees it. */
  client_ip_address: string;
};
