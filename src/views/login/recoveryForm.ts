import { fetchRecoveryChallenge, type RecoveryProof } from '../../api/recovery.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import { proveWithKey } from '../mfa/keyProof.ts';
import { factorsFor } from './secondFactors.ts';
import type { CeremonyOptions } from './useSignIn.ts';

/** The factor that a user may still have. */
export type Remaining = 'password' | 'otp' | 'key';

export type RecoveryForm = { user: string; code: string; has: Remaining; password: string; otp: string };

export const REMAINING_LABELS: Readonly<Record<Remaining, string>> = {
  password: 'Password',
  otp: 'Authenticator',
  key: 'Hardware key or passkey',
};

/** The password first: most users need codes because they lost a device. */
export const remainingFactors = (mode: SecondFactor): readonly Remaining[] => [
  'password',
  ...factorsFor(mode).filter((factor) => factor !== 'none'),
];

/** The missing input. */
export function checkRecovery({ user, code, has, password, otp }: RecoveryForm): Partial<Record<string, string>> {
  const missing = has === 'otp' ? codeProblem(otp) : undefined;
  return {
    ...(user.trim() === '' && { user: 'Type your username' }),
    ...(code.trim() === '' && { code: 'Type one of your recovery codes' }),
    ...(has === 'password' && password === '' && { password: 'Type your password' }),
    ...(missing !== undefined && { otp: missing }),
  };
}

/** The proof that is sent with the code. For a key, the code gets the challenge. */
export async function proveRemaining(
  { has, password, otp }: RecoveryForm,
  claim: { user: string; code: string },
  ceremony: CeremonyOptions,
): Promise<RecoveryProof> {
  if (has === 'password') return { kind: 'password', password };
  if (has === 'otp') return { kind: 'code', code: otp };
  return proveWithKey(() => fetchRecoveryChallenge(claim), ceremony);
}
