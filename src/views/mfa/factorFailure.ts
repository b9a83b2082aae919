import { describeFailure, isApiError } from '../../api/errors.ts';
import { type Factor, factorsFor } from '../login/secondFactors.ts';
import type { SecondFactor } from '../../wire/config.ts';

/** Why a factor failed, and where to show it: below the code, or as a note above the buttons. */
export type FactorFailure =
  { at: 'code'; text: string } | { at: 'note'; kind: 'warn' | 'danger'; title: string; text: string };

/** The server has checked and refused the answer (http-auth §8.3). Other errors do not concern the answer. */
const isRefused = (error: unknown): boolean => isApiError(error, 400) || isApiError(error, 403);

/** A key problem in the browser: nothing was sent to the server. */
export const keyFailure = (error: unknown): FactorFailure => ({
  at: 'note',
  kind: 'warn',
  title: 'The key was not used.',
  text: `${describeFailure(error).why}. Nothing was changed.`,
});

export const codeRefused = (words: string): FactorFailure => ({
  at: 'code',
  text: `The server refused this code: “${words}”. Type the next one`,
});

/** The error of a failed confirmation. */
export function proofFailure(error: unknown, factor: Factor): FactorFailure {
  if (!isApiError(error)) return keyFailure(error);
  const { why } = describeFailure(error);
  if (!isRefused(error)) {
    return { at: 'note', kind: 'danger', title: 'You are not confirmed yet.', text: `${why}. Try again.` };
  }
  if (factor === 'otp') return codeRefused(error.message);
  return {
    at: 'note',
    kind: 'danger',
    title: 'The key was refused.',
    text: `${why}. Try again, or use another device.`,
  };
}

/** How a signed-in user confirms an action. */
export type ProofFactor = Exclude<Factor, 'none'>;

const isProof = (factor: Factor): factor is ProofFactor => factor !== 'none';

/** The factors that the cluster accepts, the default first (screens §2.3). Empty if it does not use second factors. */
export const proofFactors = (mode: SecondFactor): readonly ProofFactor[] => factorsFor(mode).filter(isProof);
