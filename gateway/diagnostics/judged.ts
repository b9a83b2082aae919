// Whether roles and locks allow the actions of a test.
import type { TraceType } from '../../src/wire/diagnostics.ts';
import type { Gateway } from '../gateway.ts';
import { lockSubject, type Caller } from '../identity/caller.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { lockText, type LockSubject } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import { StepFailure } from './traces.ts';

/** `device`: the device that the caller has proved for this test. */
export type Tester = { caller: Caller; remoteAddr: string; device: string | undefined };

export function requireUnlocked(
  locks: Pick<Locks, 'inForce'>,
  { caller, device }: Tester,
  trace: TraceType,
  target: Partial<LockSubject> = {},
): void {
  const lock = locks.inForce({ ...lockSubject(caller), ...target, mfaDevice: device });
  if (!lock) return;
  const text = lockText(lock);
  throw new StepFailure(trace, `A lock is in force. Ask an administrator to remove it. ${text}`, text);
}

const KINDS = {
  db: ['RBAC_DATABASE', 'database', 'db_labels'],
  app: ['RBAC_APP', 'application', 'app_labels'],
  windows_desktop: ['RBAC_DESKTOP', 'desktop', 'windows_desktop_labels'],
} as const;

/** A resource that labels hide cannot be distinguished from a missing one. */
export function requireVisible(
  { stores, hostId }: Pick<Gateway, 'stores' | 'hostId'>,
  { caller }: Tester,
  kind: keyof typeof KINDS,
  name: string,
): Entry {
  const found = stores.inventory.find(kind, keyOf({ kind, metadata: { name } }, hostId));
  if (found && caller.access.resource(kind, found.labels).ok) return found;
  const [trace, noun, labels] = KINDS[kind];
  const details = `The ${noun} was not found. Check the name, and that one of your roles allows its labels (${labels}).`;
  throw new StepFailure(trace, details, `${name} not found`);
}

export const tooSlow = (timeoutMs: number): string => `it did not answer within ${timeoutMs / 1000} s`;

/** Session MFA: a proof is valid for one test. */
export function requireFactor(isRequired: boolean, { device }: Tester, trace: TraceType): void {
  if (!isRequired || device !== undefined) return;
  throw new StepFailure(
    trace,
    'Your roles require a second factor for each session. Test again, and confirm with your second factor.',
    'access to resource requires MFA',
  );
}
