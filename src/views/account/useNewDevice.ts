import { useState } from 'react';
import { addDevice, type Device, type NewCredential } from '../../api/devices.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { webAuthnProblem } from '../../api/webauthn.ts';
import { codeProblem } from '../../ui/plain/CodeField.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import { INVALID_TOKEN } from '../../wire/constants.ts';
import { makeKey } from '../invite/newKey.ts';
import { codeRefused, type FactorFailure, proofFactors, type ProofFactor } from '../mfa/factorFailure.ts';
import { isGood } from '../mfa/keyProof.ts';
import { keyIsAwaited, useCeremony } from '../mfa/useCeremony.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';
import type { DeviceStep, Purpose } from './useDevices.ts';
import { newNameProblem } from './deviceRules.ts';

type Options = {
  purpose: Purpose;
  mode: SecondFactor;
  devices: readonly Device[];
  onAdded: (name: string) => void;
  /** The privilege has expired: the user must confirm again. */
  onExpired: () => void;
};

/** The server no longer knows the privilege. */
class Expired extends Error {}

/** The kinds of devices to choose from. Those that work in every browser come first. */
const kindsFor = (purpose: Purpose, mode: SecondFactor): readonly ProofFactor[] =>
  purpose === 'passkey' ? ['key'] : [...proofFactors(mode)].reverse();

function explain(error: unknown, kind: ProofFactor): FactorFailure {
  const { why } = describeFailure(error);
  if (!isApiError(error)) return { at: 'note', kind: 'warn', title: 'The key was not added.', text: `${why}.` };
  if (kind === 'otp' && (error.status === 400 || error.status === 403)) return codeRefused(error.message);
  return { at: 'note', kind: 'danger', title: 'The device was not added.', text: `${why}. What you typed is kept.` };
}

/** Kind, name and code of a device to add, and the request that adds it. A failure keeps the input. */
export function useNewDevice({ purpose, mode, devices, onAdded, onExpired }: Options) {
  const kinds = kindsFor(purpose, mode);
  const [kind, setKind] = useState<ProofFactor>(kinds[0] ?? 'otp');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const { state, isBusy, run, fail, reset } = useCeremony();
  const nameProblem = newNameProblem(name, devices);
  const usage = purpose === 'passkey' ? 'passwordless' : 'mfa';

  const add = async (token: string, ceremony: CeremonyOptions): Promise<void> => {
    try {
      const credential: NewCredential = kind === 'otp' ? { kind: 'code', code } : await makeKey(token, usage, ceremony);
      await addDevice(token, name.trim(), credential);
    } catch (error) {
      // A wrong code is also a 403. For a key, a 403 can only mean the privilege.
      const isOver = isApiError(error, 403) && (kind === 'key' || error.message === INVALID_TOKEN);
      throw isOver ? new Expired() : error;
    }
    onAdded(name.trim());
  };
  const submit = ({ privilege }: DeviceStep) => {
    setTried(true);
    const missing = kind === 'otp' ? codeProblem(code) : undefined;
    if (missing !== undefined) fail({ at: 'code', text: missing });
    if (missing !== undefined || nameProblem !== undefined || isBusy) return;
    const expire = () => {
      setCode(''); // it belongs to an invalid QR code
      onExpired();
    };
    if (!isGood(privilege)) return expire();
    void run(
      (ceremony) =>
        add(privilege.token, ceremony).catch((error: unknown) => {
          if (!(error instanceof Expired)) throw error;
          expire();
        }),
      (error) => explain(error, kind),
    );
  };
  return {
    kinds,
    kind,
    chooseKind: (next: ProofFactor) => {
      if (isBusy) return;
      setKind(next);
      setCode('');
      reset();
    },
    name,
    typeName: (next: string) => {
      setName(next);
      reset();
    },
    nameError: tried ? nameProblem : undefined,
    code,
    typeCode: (next: string) => {
      setCode(next);
      reset();
    },
    state,
    isBusy,
    hasTyped: name !== '' || code !== '',
    /** Why this kind cannot be added here, or not now. */
    off: (kind === 'key' ? webAuthnProblem() : undefined) ?? keyIsAwaited(state),
    submit,
  };
}

export type NewDeviceForm = ReturnType<typeof useNewDevice>;
