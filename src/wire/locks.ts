// Locks as they travel (http-resources §15).

/** What a lock can name. `node` is the older word for a server's id: `server_id` fills it too. */
export const LOCK_TARGETS = [
  'user',
  'role',
  'login',
  'node',
  'mfa_device',
  'windows_desktop',
  'access_request',
  'device',
  'server_id',
] as const;
export type LockTargetKind = (typeof LOCK_TARGETS)[number];

/** All that are given have to match. */
export type LockTargets = Partial<Record<LockTargetKind, string>>;

export type LockJson = {
  /** A UUID. */
  name: string;
  message: string;
  /** RFC 3339; empty: until it is lifted. */
  expires: string;
  /** RFC 3339; empty in the answer of a write: only lists have it. */
  createdAt: string;
  createdBy: string;
  targets: LockTargets;
};

/** Body of a write; `ttl` is a Go duration, or empty for ever. */
export type NewLockJson = { targets: LockTargets; message: string; ttl: string };
