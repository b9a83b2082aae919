import { LOCK_TARGETS } from '../wire/locks.ts';
import type { LockJson, LockTargetKind, NewLockJson } from '../wire/locks.ts';
import { call } from './client.ts';
import { wholeList } from './lists.ts';
import { apiUrl } from './urls.ts';

/** One thing that is locked. `label` is what people call it, where its value is an id. */
export type LockTarget = { kind: LockTargetKind; value: string; label?: string };

export type Lock = {
  id: string;
  targets: readonly LockTarget[];
  message: string;
  createdBy: string;
  /** Undefined where the server does not tell: in the answer of a write. */
  createdAt: Date | undefined;
  /** Undefined: until it is lifted. */
  expires: Date | undefined;
};

const isTargetKind = (text: string): text is LockTargetKind => LOCK_TARGETS.some((kind) => kind === text);
const toDate = (text: string | undefined): Date | undefined => (text ? new Date(text) : undefined);

/** `node` only repeats `server_id` where both are given (http-resources §15.2). */
export function toLock(json: Partial<LockJson>): Lock {
  const targets = json.targets ?? {};
  return {
    id: json.name ?? '',
    targets: LOCK_TARGETS.flatMap((kind) => {
      const value = targets[kind];
      return value && !(kind === 'node' && value === targets.server_id) ? [{ kind, value }] : [];
    }),
    message: json.message ?? '',
    createdBy: json.createdBy ?? '',
    createdAt: toDate(json.createdAt),
    expires: toDate(json.expires),
  };
}

/** Locks of a cluster, those that have ended included (http-resources §15.1). */
export const lockList = wholeList('sites/:clusterId/locks', toLock);

type NewLock = {
  target: LockTarget;
  message: string;
  /** A Go duration such as `2h45m`; empty: until it is lifted. */
  ttl: string;
};

/** Locks one thing from now on. Who and when stay empty in the answer: only lists tell (http-resources §15.2). */
export async function createLock(clusterId: string, { target, message, ttl }: NewLock): Promise<Lock> {
  const body: NewLockJson = { targets: { [target.kind]: target.value }, message, ttl };
  return toLock((await call(apiUrl('sites/:clusterId/locks', { clusterId }), { method: 'PUT', body })) as LockJson);
}

const TARGET = 'lock';

/** So many targets fit into an address and onto a screen. */
export const LOCKS_MAX = 50;

/** The page that asks how to lock these things, below `/web`. */
export const newLockPath = (targets: readonly LockTarget[]): string =>
  `/locks/new?${new URLSearchParams(
    targets.map(({ kind, value, label }) => [
      TARGET,
      [kind, value, ...(label ? [label] : [])].map(encodeURIComponent).join(':'),
    ]),
  ).toString()}`;

/** The things that such an address names; what it cannot name is left out. */
export const lockTargetsOf = (search: string): LockTarget[] =>
  new URLSearchParams(search).getAll(TARGET).flatMap((text) => {
    const [kind = '', value = '', label] = text.split(':').map(decoded);
    return isTargetKind(kind) && value ? [{ kind, value, ...(label && { label }) }] : [];
  });

/** A broken escape stands for itself: anybody may write an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
