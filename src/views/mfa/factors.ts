import type { SecondFactor } from '../../wire/config.ts';
import { factorsFor, type Factor } from '../login/secondFactors.ts';

/** How a signed-in person proves who they are. */
export type ProofFactor = Exclude<Factor, 'none'>;

const isProof = (factor: Factor): factor is ProofFactor => factor !== 'none';

/** What the cluster takes, the default first (screens §2.3); nothing where it asks for no second factor. */
export const proofFactors = (mode: SecondFactor): readonly ProofFactor[] => factorsFor(mode).filter(isProof);
