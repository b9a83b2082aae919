import { useState } from 'react';
import type { MfaProof } from '../../api/devices.ts';
import { webAuthnProblem } from '../../api/webauthn.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import type { AuthnChallengeJson } from '../../wire/webauthn.ts';
import type { FactorFailure, ProofFactor } from './factorFailure.ts';
import type { Factor } from '../login/secondFactors.ts';
import { proveWithKey } from './keyProof.ts';
import { keyIsAwaited, useCeremony, type Ceremony } from './useCeremony.ts';

type Options<F extends Factor> = {
  /** What may be chosen, the default first. */
  factors: readonly F[];
  /** What a key is to sign; asked anew for each try. */
  challenge: () => Promise<AuthnChallengeJson>;
  /**
   * What the proof is for: to be exchanged for a privilege token, or to be sent along as it is. Rejects where the
   * server turned it down: then the person is asked again.
   */
  use: (proof: MfaProof | undefined) => Promise<void>;
  /** A failure in words: the browser's as well as those of `challenge` and `use`. */
  explain: (error: unknown, factor: F) => FactorFailure;
};

export type Proof<F extends Factor = ProofFactor> = Pick<Ceremony, 'state' | 'isBusy' | 'cancel'> & {
  factors: readonly F[];
  /** Undefined where there is none to choose. */
  factor: F | undefined;
  choose: (factor: F) => void;
  code: string;
  typeCode: (code: string) => void;
  /** The user has keys, and this browser cannot ask them. */
  lacksKeys: boolean;
  /** Why nothing can be proved here, or not now. */
  off: string | undefined;
  /** Marks what is still to be typed; true when nothing is. */
  check: () => boolean;
  /** Does nothing while it runs. */
  submit: () => void;
};

/**
 * Asks who is there, by a key or by a code, and hands the answer on (screens §4.3). When the component goes, so does
 * the browser's question.
 */
export function useProof<F extends Factor>({ factors, challenge, use, explain }: Options<F>): Proof<F> {
  const problem = webAuthnProblem();
  const usable = factors.filter((factor) => factor !== 'key' || problem === undefined);
  const offered = usable.length > 0 ? usable : factors;
  const [chosen, setChosen] = useState<F>();
  const factor = offered.find((other) => other === chosen) ?? offered[0];
  const [code, setCode] = useState('');
  const { state, isBusy, run, fail, reset, cancel } = useCeremony();

  const check = (): boolean => {
    const missing = factor === 'otp' ? codeProblem(code) : undefined;
    if (missing === undefined) return true;
    fail({ at: 'code', text: missing });
    return false;
  };
  const submit = () => {
    if (isBusy || factor === undefined || !check()) return;
    void run(
      async (ceremony) => {
        if (factor === 'key') await use(await proveWithKey(challenge, ceremony));
        else await use(factor === 'otp' ? { kind: 'code', code } : undefined);
        setCode(''); // it works once
      },
      (error) => explain(error, factor),
    );
  };
  const offReason = (): string | undefined => {
    if (factors.length === 0) return 'You have no device to confirm with';
    return usable.length === 0 ? problem : undefined;
  };
  return {
    factors: offered,
    factor,
    choose: (next) => {
      setChosen(next);
      setCode('');
      reset();
    },
    code,
    typeCode: (next) => {
      setCode(next);
      reset();
    },
    state,
    isBusy,
    lacksKeys: usable.length < factors.length,
    off: offReason() ?? keyIsAwaited(state),
    check,
    submit,
    cancel,
  };
}
