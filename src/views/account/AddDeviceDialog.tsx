import { useState } from 'react';
import { challengeForDevices, type Device } from '../../api/devices.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import type { Factor } from '../login/secondFactors.ts';
import { proofFailure, proofFactors } from '../mfa/factorFailure.ts';
import { obtainPrivilege } from '../mfa/keyProof.ts';
import { ProofCards } from '../mfa/ProofPrompt.tsx';
import { useProof } from '../mfa/useProof.ts';
import styles from './account.module.css';
import { ProofDialog } from './ProofDialog.tsx';
import { beginDevice, type DeviceStep, type Purpose } from './useDevices.ts';
import { namesByFactor, ownFactors } from './deviceRules.ts';
import { NewDeviceFields } from './NewDeviceFields.tsx';
import { useNewDevice } from './useNewDevice.ts';

export const ADD_TITLES: Readonly<Record<Purpose, string>> = { passkey: 'Add passkey', factor: 'Add second factor' };
const STEPS = ['Confirm it is you', 'New device'];

type Props = {
  purpose: Purpose;
  mode: SecondFactor;
  devices: readonly Device[];
  /** A user without a device has nothing to confirm with, and starts at the second step. */
  begun?: DeviceStep | undefined;
  onAdded: (name: string) => void;
  onClose: () => void;
};

/** The confirmation by a second factor, then the new device. Closing the dialog drops the privilege. */
export function AddDeviceDialog({ purpose, mode, devices, begun, onAdded, onClose }: Props) {
  const [step, setStep] = useState(begun);
  const [hasExpired, setHasExpired] = useState(false);
  const withPicture = purpose === 'factor' && proofFactors(mode).includes('otp');

  const hasDevices = devices.length > 0;
  const factors: readonly Factor[] = hasDevices ? ownFactors(mode, devices) : ['none'];
  const proof = useProof({
    factors,
    challenge: challengeForDevices,
    use: async (proof) => {
      setStep(beginDevice(await obtainPrivilege(proof), withPicture));
      setHasExpired(false);
    },
    explain: proofFailure,
  });
  const expire = () => {
    setHasExpired(true);
    setStep(undefined);
  };
  const device = useNewDevice({ purpose, mode, devices, onAdded, onExpired: expire });
  const isWorking = device.state.kind === 'working' || proof.state.kind === 'working';
  const canConfirm = factors.length > 0;

  return (
    <ProofDialog
      title={ADD_TITLES[purpose]}
      size="form"
      isWorking={isWorking}
      hasTyped={device.hasTyped}
      onClose={onClose}
      onSubmit={() => (step ? device.submit(step) : proof.submit())}
      aside={
        hasDevices && (
          <div className={styles.stepLine}>
            <StepLine steps={STEPS} current={step ? 1 : 0} />
          </div>
        )
      }
      buttons={{
        note: (
          <span className={styles.footNote}>
            {step?.picture && device.kind === 'otp' && 'The QR code is valid while this dialog is open'}
          </span>
        ),
        focus: !step && proof.factor === 'key' ? 'act' : undefined,
        act: step
          ? {
              className: styles.addButton,
              off: device.off,
              busy: device.state.kind === 'working' ? 'Adding' : undefined,
              children: <span className="cut">Add {device.name.trim() || 'device'}</span>,
            }
          : { off: proof.off, busy: proof.state.kind === 'working' ? 'Asking' : undefined, children: 'Continue' },
      }}
    >
      {step ? (
        <NewDeviceFields
          purpose={purpose}
          form={device}
          picture={step.picture}
          onPictureAgain={() => setStep(beginDevice(step.privilege, withPicture))}
        />
      ) : (
        <>
          {hasExpired && (
            <Note kind="warn" title="The confirmation has expired.">
              A confirmation is valid for 5 minutes, and only one at a time. Continue to confirm again. The name you
              typed is kept.
            </Note>
          )}
          {canConfirm ? (
            <>
              {hasDevices && (
                <p>Confirm with a device you already have. The confirmation is valid for this change only.</p>
              )}
              <ProofCards proof={proof} details={namesByFactor(devices)} autoFocus />
            </>
          ) : (
            <NothingToConfirmWith />
          )}
        </>
      )}
    </ProofDialog>
  );
}

/** The cluster has changed its accepted factors since the devices were added. */
const NothingToConfirmWith = () => (
  <Note kind="warn" title="None of your devices can confirm this change.">
    This cluster does not accept the kinds of devices you have. Ask an administrator for a reset link to set up new
    ones.
  </Note>
);
