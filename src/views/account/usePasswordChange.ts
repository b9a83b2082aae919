import { useState } from 'react';
import { changePassword, fetchPasswordChallenge } from '../../api/account.ts';
import type { Device } from '../../api/devices.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import type { SecondFactor } from '../../wire/config.ts';
import { WRONG_PASSWORD } from '../../wire/constants.ts';
import { checkPassword } from '../invite/newAccount.ts';
import type { Factor } from '../login/secondFactors.ts';
import { keyFailure, type FactorFailure } from '../mfa/factorFailure.ts';
import { useProof } from '../mfa/useProof.ts';
import { passwordFactors } from './deviceRules.ts';

type PasswordFields = { current: string; next: string; again: string };
type Errors = { current?: string; password?: string; again?: string };

const EMPTY: PasswordFields = { current: '', next: '', again: '' };

const check = ({ current, next, again }: PasswordFields, minLength: number): Errors => ({
  ...(current === '' && { current: 'Type your current password' }),
  ...checkPassword({ password: next, again }, minLength),
});

/** One response covers password and factor, so that it does not reveal which one was wrong (http-auth §7.5). */
function explain(error: unknown, factor: Factor): FactorFailure {
  if (!isApiError(error)) return keyFailure(error);
  const note = (title: string, text: string) => ({ at: 'note', kind: 'danger', title, text }) as const;
  const failed = 'The password was not changed.';
  const { why } = describeFailure(error);
  // A POST requests the key before anything changes.
  if (error.mayBeDone && error.call?.method === 'PUT')
    return note('It is unknown whether the password was changed.', `${why}. Sign in with the new one to find out.`);
  if (error.status === 403 && error.message === WRONG_PASSWORD)
    return note(
      failed,
      `The current password${factor === 'none' ? '' : ' or the second factor'} is wrong. What you typed is kept.`,
    );
  const todo = factor === 'otp' && error.status === 403 ? '. A code works once, so use the next one' : '';
  return note(failed, `${why}. What you typed is kept${todo}.`);
}

type Options = {
  mode: SecondFactor;
  /** Minimum characters of a password. */
  minLength: number;
  devices: readonly Device[] | undefined;
  /** The server has locked the account for a while. Resolves once it is known whether it ended the session. */
  onLockedOut: () => Promise<unknown>;
};

/** The fields of a password change, and its request. A failure keeps all input. */
export function usePasswordChange({ mode, minLength, devices, onLockedOut }: Options) {
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const errors = check(typed, minLength);

  const proof = useProof<Factor>({
    factors: passwordFactors(mode, devices),
    challenge: async () => {
      try {
        return await fetchPasswordChallenge(typed.current);
      } catch (error) {
        if (isApiError(error, 403)) await onLockedOut();
        throw error;
      }
    },
    use: async (proof) => {
      await changePassword({ current: typed.current, next: typed.next, proof });
      setTyped(EMPTY);
      setTried(false);
      setIsDone(true);
    },
    explain,
  });
  return {
    typed,
    type: (part: Partial<PasswordFields>) => {
      setTyped({ ...typed, ...part });
      setIsDone(false);
    },
    errors: tried ? errors : {},
    proof,
    isDone,
    /** False if input is missing. */
    submit: (): boolean => {
      setTried(true);
      setIsDone(false);
      const codeIsThere = proof.check();
      if (!codeIsThere || Object.keys(errors).length > 0) return false;
      proof.submit();
      return true;
    },
  };
}
