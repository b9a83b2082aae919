import { readTime } from '../wire/http.ts';
import { LOCK_TARGETS, type LockJson, type LockTargetKind, type NewLockJson } from '../wire/locks.ts';
import { decodePercent } from '../lib/encoding.ts';

/** One thing that is locked. `label` is what people call it, where its value is an id. */
export type LockTarget = { kind: LockTargetKind; value: string; label?: string };

/** A newer cluster may lock things of which this console does not know the kind. */
type LockedTarget = Omit<LockTarget, 'kind'> & { kind: string };

export type Lock = {
  id: string;
  targets: readonly LockedTarget[];
  message: string;
  createdBy: string;
  /** Undefined where the server does not tell: in the answer of a write. */
  createdAt: Date | undefined;
  /** Undefined: until it is lifted. */
  expires: Date | undefined;
};

const TARGET_LABELS: Readonly<Record<LockTargetKind, string>> = {
  user: 'user',
  role: 'role',
  login: 'login',
  node: 'server',
  mfa_device: 'device',
  windows_desktop: 'desktop',
  access_request: 'access request',
  device: 'trusted device',
  server_id: 'server',
};

const isTargetKind = (text: string): text is LockTargetKind => LOCK_TARGETS.some((kind) => kind === text);

/** What people call a kind; one that is not known keeps its name. */
export const targetLabel = (kind: string): string =>
  isTargetKind(kind) ? TARGET_LABELS[kind] : kind.replaceAll('_', ' ');

/** `node` only repeats `server_id` where both are given (http-resources §15.2). */
export function toLock(json: Partial<LockJson>): Lock {
  const targets = json.targets ?? {};
  return {
    id: json.name ?? '',
    targets: Object.entries<unknown>(targets).flatMap(([kind, value]) => {
      const isRepeated = kind === 'node' && value === targets.server_id;
      return typeof value === 'string' && value !== '' && !isRepeated ? [{ kind, value }] : [];
    }),
    message: json.message ?? '',
    createdBy: json.createdBy ?? '',
    createdAt: readTime(json.createdAt),
    expires: readTime(json.expires),
  };
}

/** One lock, as a write answers. */
export const readLock = (json: unknown): Lock => toLock(json ?? {});

/** What one new lock is made of. */
export type NewLock = {
  target: LockTarget;
  message: string;
  /** A Go duration such as `2h45m`; empty: until it is lifted. */
  ttl: string;
};

/** One lock names one thing: of several, all would have to match (http-resources §15.2). */
export const newLockBody = ({ target, message, ttl }: NewLock): NewLockJson => ({
  targets: { [target.kind]: target.value },
  message,
  ttl,
});

const TARGET = 'lock';

/** So many targets fit into an address and onto a screen. */
export const LOCKS_MAX = 50;

/** The query that names these things: `lockTargetsOf` reads it. */
export const lockSearch = (targets: readonly LockTarget[]): string =>
  `?${new URLSearchParams(
    targets.map(({ kind, value, label }) => [
      TARGET,
      [kind, value, ...(label ? [label] : [])].map(encodeURIComponent).join(':'),
    ]),
  ).toString()}`;

/** The page that asks how to lock these things, below `/web`. */
export const newLockPath = (targets: readonly LockTarget[]): string => `/locks/new${lockSearch(targets)}`;

/** The things that such an address names; what it cannot name is left out. */
export const lockTargetsOf = (search: string): LockTarget[] =>
  new URLSearchParams(search).getAll(TARGET).flatMap((text) => {
    const [kind = '', value = '', label] = text.split(':').map(decodePercent);
    return isTargetKind(kind) && value ? [{ kind, value, ...(label && { label }) }] : [];
  });

/** The rest of such an address: what the list behind the page was asked. */
export function withoutLockTargets(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(TARGET);
  return rest.size > 0 ? `?${rest.toString()}` : '';
}
