import { describeFailure, isApiError } from '../../api/errors.ts';
import { type Factor, factorsFor } from '../login/secondFactors.ts';
import type { SecondFactor } from '../../wire/config.ts';

/** Why a factor did not do, in the place where it belongs: under the code, or as a note above the buttons. */
export type FactorFailure =
  { at: 'code'; text: string } | { at: 'note'; kind: 'warn' | 'danger'; title: string; text: string };

/** The server has judged the answer and turned it down (http-auth §8.3); anything else says nothing about it. */
const isTurnedDown = (error: unknown): boolean => isApiError(error, 400) || isApiError(error, 403);

/** The browser's own trouble with a key: the server has heard nothing. */
export const keyTrouble = (error: unknown): FactorFailure => ({
  at: 'note',
  kind: 'warn',
  title: 'The key was not used.',
  text: `${describeFailure(error).why}. Nothing was changed.`,
});

export const codeRefused = (words: string): FactorFailure => ({
  at: 'code',
  text: `The server refused this code: “${words}”. Type the next one`,
});

/** A confirmation that did not come about. */
export function proofFailure(error: unknown, factor: Factor): FactorFailure {
  if (!isApiError(error)) return keyTrouble(error);
  const { why } = describeFailure(error);
  if (!isTurnedDown(error)) {
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

/** How a signed-in person proves who they are. */
export type ProofFactor = Exclude<Factor, 'none'>;

const isProof = (factor: Factor): factor is ProofFactor => factor !== 'none';

/** What the cluster takes, the default first (screens §2.3); nothing where it asks for no second factor. */
export const proofFactors = (mode: SecondFactor): readonly ProofFactor[] => factorsFor(mode).filter(isProof);
