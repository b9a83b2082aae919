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
  /** The factors to choose from, the default first. */
  factors: readonly F[];
  /** The challenge for a key. Requested for each attempt. */
  challenge: () => Promise<AuthnChallengeJson>;
  /**
   * Uses the proof: exchanges it for a privilege token, or sends it along. Rejects if the server refused it: the user
   * is then asked again.
   */
  use: (proof: MfaProof | undefined) => Promise<void>;
  /** The message of a failure: of the browser, of `challenge` and of `use`. */
  explain: (error: unknown, factor: F) => FactorFailure;
};

export type Proof<F extends Factor = ProofFactor> = Pick<Ceremony, 'state' | 'isBusy' | 'cancel'> & {
  factors: readonly F[];
  /** Undefined if there is no factor. */
  factor: F | undefined;
  choose: (factor: F) => void;
  code: string;
  typeCode: (code: string) => void;
  /** The user has keys, but this browser cannot use them. */
  lacksKeys: boolean;
  /** Why a proof is not possible here, or not now. */
  off: string | undefined;
  /** Marks the missing input. True if there is none. */
  check: () => boolean;
  /** Does nothing while it runs. */
  submit: () => void;
};

/**
 * Asks for a second factor, a key or a code, and passes on the answer (screens §4.3). The browser's prompt closes when
 * the component unmounts.
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
