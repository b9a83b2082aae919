// JSON types of locks (http-resources §15).

/** The targets of a lock. `node` is the older name for a server's id, and `server_id` fills it too. */
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

/** All given targets must match. */
export type LockTargets = Partial<Record<LockTargetKind, string>>;

export type LockJson = {
  /** A UUID. */
  name: string;
  message: string;
  /** RFC 3339. Empty: until the lock is removed. */
  expires: string;
  /** RFC 3339. Empty in the response of a write: only lists have it. */
  createdAt: string;
  createdBy: string;
  targets: LockTargets;
};

/** Body of a write. `ttl` is a Go duration, or empty for no end. */
export type NewLockJson = { targets: LockTargets; message: string; ttl: string };
