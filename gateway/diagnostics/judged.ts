// Whether roles and locks allow what a test tries.
import type { TraceType } from '../../src/wire/diagnostics.ts';
import { lockSubject, type Caller } from '../identity/caller.ts';
import { lockText, type LockSubject } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import { StepFailure } from './traces.ts';

/** `device`: that the caller has proved to have for this test. */
export type Tester = { caller: Caller; remoteAddr: string; device: string | undefined };

export function requireUnlocked(
  locks: Pick<Locks, 'inForce'>,
  { caller, device }: Tester,
  trace: TraceType,
  place: Partial<LockSubject> = {},
): void {
  for (const mfaDevice of [caller.session.mfaDevice, device]) {
    const lock = locks.inForce({ ...lockSubject(caller), ...place, mfaDevice });
    if (!lock) continue;
    const text = lockText(lock);
    throw new StepFailure(trace, `A lock is in force. Ask an administrator to remove it. ${text}`, text);
  }
}

/** Session MFA: a proof belongs to one test. */
export function requireFactor(isRequired: boolean, { device }: Tester, trace: TraceType): void {
  if (!isRequired || device !== undefined) return;
  throw new StepFailure(
    trace,
    'Your roles require a second factor for each session. Test again, and confirm with your second factor.',
    'access to resource requires MFA',
  );
}
