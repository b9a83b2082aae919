import { isTime } from '../../src/access/checkMetadata.ts';
import { at, textAt } from '../../src/lib/json.ts';
import { LOCK_TARGETS, type LockJson, type LockTargets } from '../../src/wire/locks.ts';
import { UnstorableText } from '../store/storeError.ts';

/** The user and the target of an action, as far as locks match them. */
export type LockSubject = {
  user: string;
  roles: readonly string[];
  /** The second factor or passkey that confirmed it, and that of the sign-in: a lock on either applies. */
  mfaDevice?: string | undefined;
  signInDevice?: string | undefined;
  /** OS account and server of a session. */
  login?: string;
  serverId?: string;
  /** The server is outside the inventory, so each server lock may mean it. */
  anyServer?: boolean | undefined;
  windowsDesktop?: string;
};

/** The content of a `lock` document (resource-specs §13). */
export type Lock = {
  name: string;
  targets: LockTargets;
  message: string;
  /** Milliseconds since the epoch. undefined: no expiry. */
  expiresMs: number | undefined;
};

export function toLock(document: unknown): Lock {
  const ends = [textAt(document, 'spec', 'expires'), textAt(document, 'metadata', 'expires')].filter(isTime);
  return {
    name: textAt(document, 'metadata', 'name'),
    targets: toTargets(at(document, 'spec', 'target')),
    message: textAt(document, 'spec', 'message'),
    expiresMs: ends.length > 0 ? Math.min(...ends.map(Date.parse)) : undefined,
  };
}

/** Converts a lock to a document. */
export const lockDocument = ({ name, targets, message, expiresMs }: Lock) => ({
  kind: 'lock',
  version: 'v2',
  metadata: { name },
  spec: {
    target: targets,
    ...(message && { message }),
    ...(expiresMs !== undefined && { expires: new Date(expiresMs).toISOString() }),
  },
});

/** A lock on the wire (http-resources §15). Only lists contain its author and time. */
export const toLockJson = ({ name, message, expiresMs, targets }: Lock): LockJson => ({
  name,
  message,
  expires: expiresMs === undefined ? '' : new Date(expiresMs).toISOString(),
  createdAt: '',
  createdBy: '',
  targets,
});

/** Why a document is not a valid lock. */
export function checkLock(document: unknown): string | undefined {
  const target = at(document, 'spec', 'target');
  const invalid = LOCK_TARGETS.find(
    (kind) => !['string', 'undefined'].includes(typeof (at(target, kind) ?? undefined)),
  );
  if (invalid !== undefined) return `spec.target.${invalid}: expected a string`;
  const texts = [...LOCK_TARGETS.map((kind) => ['target', kind] as const), ['message'] as const];
  const nul = texts.find((path) => textAt(document, 'spec', ...path).includes('\0'));
  if (nul !== undefined) return `spec.${nul.join('.')}: ${new UnstorableText().message}`;
  if (Object.keys(toTargets(target)).length === 0) return NO_TARGET;
  const unknown = unknownTarget(Object.keys(target ?? {}));
  if (unknown !== undefined) return `spec.target: ${unknown}`;
  const expires = at(document, 'spec', 'expires') ?? '';
  if (expires !== '' && !(typeof expires === 'string' && isTime(expires))) {
    return `spec.expires: expected a time such as 2030-01-31T12:00:00Z, got ${JSON.stringify(expires)}`;
  }
  return undefined;
}

/** Refused because all targets have to match: a lock that ignored a misspelt target would be wider than intended. */
export function unknownTarget(keys: readonly string[]): string | undefined {
  const unknown = keys.find((key) => !LOCK_TARGETS.some((kind) => kind === key));
  return unknown === undefined ? undefined : `no lock has the target ${JSON.stringify(unknown)}`;
}

/** The wire's text for a lock without targets. */
const NO_TARGET = 'at least one target field must be set';

/** Known targets with a value, in the contract's order. `server_id` also sets `node` (http-resources §15.2). */
export function toTargets(json: unknown): LockTargets {
  const targets: LockTargets = Object.fromEntries(
    LOCK_TARGETS.flatMap((kind) => {
      const value = textAt(json, kind);
      return value === '' ? [] : [[kind, value]];
    }),
  );
  return targets.server_id === undefined || targets.node !== undefined
    ? targets
    : { node: targets.server_id, ...targets };
}

/** Whether the lock matches the subject: all its targets have to match (http-resources §15.2). */
export function isLocked({ targets }: Lock, subject: LockSubject): boolean {
  const entries = Object.entries(targets) as [keyof LockTargets, string][];
  return entries.length > 0 && entries.every(([kind, value]) => FITS[kind](subject, value));
}

const FITS: Readonly<Record<keyof LockTargets, (subject: LockSubject, value: string) => boolean>> = {
  user: ({ user }, value) => user === value,
  role: ({ roles }, value) => roles.includes(value),
  login: ({ login }, value) => login === value,
  node: ({ serverId, anyServer }, value) => anyServer === true || serverId === value,
  server_id: ({ serverId, anyServer }, value) => anyServer === true || serverId === value,
  mfa_device: ({ mfaDevice, signInDevice }, value) => mfaDevice === value || signInDevice === value,
  windows_desktop: ({ windowsDesktop }, value) => windowsDesktop === value,
  // Access requests and trusted devices do not exist here.
  access_request: () => false,
  device: () => false,
};

/** Names and order of targets in the wire's text. */
const PRINTED = [
  ['user', 'User'],
  ['role', 'Role'],
  ['login', 'Login'],
  ['node', 'Node'],
  ['mfa_device', 'MFADevice'],
  ['windows_desktop', 'WindowsDesktop'],
  ['access_request', 'AccessRequest'],
  ['device', 'Device'],
  ['server_id', 'ServerID'],
] as const satisfies [keyof LockTargets, string][];

/** `lock targeting User:"dave" is in force: review` (streams §1.3, audit event T1006W). */
export function lockText({ targets, message }: Pick<Lock, 'targets' | 'message'>): string {
  const printed = PRINTED.flatMap(([kind, word]) =>
    targets[kind] === undefined ? [] : [`${word}:${JSON.stringify(targets[kind])}`],
  );
  return `lock targeting ${printed.join(' ')} is in force${message && `: ${message}`}`;
}
