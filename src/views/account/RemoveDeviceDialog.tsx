import { useState } from 'react';
import { challengeForDevices, removeDevice, type Device } from '../../api/devices.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Time } from '../../ui/Time.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import { proofFailure } from '../mfa/factorFailure.ts';
import { isGood, obtainPrivilege, type Privilege } from '../mfa/keyProof.ts';
import { CeremonyOutcome, ProofFields } from '../mfa/ProofPrompt.tsx';
import { useProof } from '../mfa/useProof.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { ownFactors, whatStays } from './deviceRules.ts';

type Props = {
  device: Device;
  isSso: boolean;
  mode: SecondFactor;
  devices: readonly Device[];
  onRemoved: () => void;
  onClose: () => void;
};

type State =
  | { kind: 'confirming' }
  | { kind: 'removing' }
  /** The second factor was accepted. Only the removal failed, and can be tried again. */
  | { kind: 'failed'; privilege: Privilege; error: unknown }
  | { kind: 'expired' };

/** Asks before a device is removed, and for the second factor in the same dialog. */
export function RemoveDeviceDialog({ device, isSso, mode, devices, onRemoved, onClose }: Props) {
  const [state, setState] = useState<State>({ kind: 'confirming' });
  const factors = ownFactors(mode, devices);

  const remove = async (privilege: Privilege) => {
    setState({ kind: 'removing' });
    try {
      await removeDevice(privilege.token, device.id);
      onRemoved();
    } catch (error) {
      setState(isApiError(error, 403) ? { kind: 'expired' } : { kind: 'failed', privilege, error });
    }
  };
  const proof = useProof({
    factors,
    challenge: challengeForDevices,
    use: async (proof) => remove(await obtainPrivilege(proof)),
    explain: proofFailure,
  });
  const submit = () => {
    if (state.kind === 'removing') return;
    if (state.kind === 'failed' && isGood(state.privilege)) return void remove(state.privilege);
    if (state.kind === 'failed') return setState({ kind: 'expired' });
    proof.submit();
  };
  const isWorking = proof.state.kind === 'working' || state.kind === 'removing';
  const isConfirmed = state.kind === 'failed';
  return (
    <ProofDialog
      title={`Remove ${device.name}?`}
      isWorking={isWorking}
      hasTyped={proof.code !== ''}
      onClose={onClose}
      onSubmit={submit}
      buttons={{
        cancelLabel: 'Keep device',
        focus: proof.factor === 'key' ? 'cancel' : undefined,
        act: {
          kind: 'destroy',
          off: isConfirmed ? undefined : proof.off,
          busy: isWorking ? 'Removing' : undefined,
          children: 'Remove device',
        },
      }}
    >
      <p>
        You can no longer {isSso ? 'confirm' : 'sign in'} with it. It was last used on{' '}
        <Time date={device.lastUsedDate} show="date" />. {whatStays(device, devices)} Removing it requires your second
        factor.
      </p>
      {state.kind === 'expired' && (
        <Note kind="warn" title="The confirmation has expired.">
          A confirmation is valid for 5 minutes, and only one at a time. Nothing was removed. Confirm again.
        </Note>
      )}
      {isConfirmed ? (
        <Failure device={device} error={state.error} />
      ) : (
        <>
          <ProofFields proof={proof} autoFocus />
          <CeremonyOutcome state={proof.state} />
        </>
      )}
    </ProofDialog>
  );
}

function Failure({ device, error }: { device: Device; error: unknown }) {
  const isUnknown = mayBeDone(error);
  return (
    <ErrorNote
      what={isUnknown ? `It is unknown whether ${device.name} was removed` : `${device.name} was not removed`}
      {...describeFailure(error)}
      {...(isUnknown
        ? { todo: 'You are already confirmed. Try again without another code' }
        : { safe: 'Nothing was changed' })}
    />
  );
}
