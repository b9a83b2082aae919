import { readTime } from '../wire/http.ts';
import { LOCK_TARGETS, type LockJson, type LockTargetKind, type NewLockJson } from '../wire/locks.ts';
import { decodePercent } from '../lib/encoding.ts';

/** A locked target. `label` is its name if its value is an id. */
export type LockTarget = { kind: LockTargetKind; value: string; label?: string };

/** A newer cluster can lock targets of a kind that this console does not know. */
type LockedTarget = Omit<LockTarget, 'kind'> & { kind: string };

export type Lock = {
  id: string;
  targets: readonly LockedTarget[];
  message: string;
  createdBy: string;
  /** Undefined if the server does not send it, as in the response of a write. */
  createdAt: Date | undefined;
  /** Undefined: until it is removed. */
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

/** The label of a kind. An unknown kind keeps its name. */
export const targetLabel = (kind: string): string =>
  isTargetKind(kind) ? TARGET_LABELS[kind] : kind.replaceAll('_', ' ');

/** If both are given, `node` only repeats `server_id` (http-resources §15.2). */
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

/** One lock, from the response of a write. */
export const readLock = (json: unknown): Lock => toLock(json ?? {});

/** The values of a new lock. */
export type NewLock = {
  target: LockTarget;
  message: string;
  /** A Go duration such as `2h45m`. Empty: until it is removed. */
  ttl: string;
};

/** One lock has one target: with several targets, all would have to match (http-resources §15.2). */
export const newLockBody = ({ target, message, ttl }: NewLock): NewLockJson => ({
  targets: { [target.kind]: target.value },
  message,
  ttl,
});

const TARGET = 'lock';

/** This many targets fit into an address and on the screen. */
export const LOCKS_MAX = 50;

/** The query part of an address with these targets. `lockTargetsOf` parses it. */
export const lockSearch = (targets: readonly LockTarget[]): string =>
  `?${new URLSearchParams(
    targets.map(({ kind, value, label }) => [
      TARGET,
      [kind, value, ...(label ? [label] : [])].map(encodeURIComponent).join(':'),
    ]),
  ).toString()}`;

/** The page for locking these targets, below `/web`. */
export const newLockPath = (targets: readonly LockTarget[]): string => `/locks/new${lockSearch(targets)}`;

/** The targets in such an address. Invalid ones are left out. */
export const lockTargetsOf = (search: string): LockTarget[] =>
  new URLSearchParams(search).getAll(TARGET).flatMap((text) => {
    const [kind = '', value = '', label] = text.split(':').map(decodePercent);
    return isTargetKind(kind) && value ? [{ kind, value, ...(label && { label }) }] : [];
  });

/** The rest of such an address: the parameters of the list behind the page. */
export function withoutLockTargets(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(TARGET);
  return rest.size > 0 ? `?${rest.toString()}` : '';
}
