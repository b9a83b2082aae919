import { useRef, useState } from 'react';
import type { Config } from '../../api/config.ts';
import type { Device } from '../../api/devices.ts';
import { describeFailure } from '../../api/errors.ts';
import { webAuthnProblem } from '../../api/webauthn.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { toasts } from '../../ui/toasts.ts';
import { proofFactors } from '../mfa/factorFailure.ts';
import { obtainPrivilege } from '../mfa/keyProof.ts';
import styles from './account.module.css';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { DeviceLists } from './DeviceLists.tsx';
import { addFactorOff, addPasskeyOff, managingOff } from './deviceRules.ts';
import { RecoverySection } from './RecoverySection.tsx';
import { RemoveDeviceDialog } from './RemoveDeviceDialog.tsx';
import { useDeviceKeys, DEVICE_HINTS } from './useDeviceKeys.ts';
import { useDevices, beginDevice, type DeviceStep, type Purpose } from './useDevices.ts';
import { plural } from '../../lib/numbers.ts';
import { Time } from '../../ui/Time.tsx';
import { SectionStatus } from './SectionStatus.tsx';

/** The overlay of the lists, or the pending one. */
type Overlay =
  | { kind: 'none' }
  | { kind: 'opening'; purpose: Purpose }
  | { kind: 'notOpened'; error: unknown }
  | { kind: 'add'; purpose: Purpose; begun: DeviceStep | undefined }
  | { kind: 'remove'; device: Device };

type SectionProps = Pick<Config, 'auth'> & {
  /** False for a user who only signs in with a passkey. */
  hasPassword: boolean;
  /** An identity provider signs the user in, without a device. */
  isSso?: boolean;
  /** The user, if there are recovery codes. */
  recoverable?: string | undefined;
};

/** The user's passkeys and second factors (screens §4.2). */
export function DevicesSection({ auth, hasPassword, isSso = false, recoverable }: SectionProps) {
  const mode = auth.secondFactor;
  const { devices, error, readAtMs, reload } = useDevices();
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' });
  const container = useRef<HTMLDivElement>(null);
  const close = () => setOverlay({ kind: 'none' });
  const unread = devices ? undefined : `Your devices ${error ? 'could not be loaded' : 'are still loading'}`;
  const off = {
    passkey: addPasskeyOff(mode, auth.allowPasswordless, webAuthnProblem()) ?? unread,
    factor: addFactorOff(mode, webAuthnProblem()) ?? unread,
    remove: managingOff(mode),
  };

  const add = async (purpose: Purpose) => {
    if (!devices || off[purpose] !== undefined || overlay.kind === 'opening') return;
    if (devices.length > 0) return setOverlay({ kind: 'add', purpose, begun: undefined });
    setOverlay({ kind: 'opening', purpose });
    try {
      const withPicture = purpose === 'factor' && proofFactors(mode).includes('otp');
      setOverlay({ kind: 'add', purpose, begun: beginDevice(await obtainPrivilege(), withPicture) });
    } catch (failure) {
      setOverlay({ kind: 'notOpened', error: failure });
      reload(); // a device may have been added in another tab
    }
  };
  const finish = (text: string) => {
    close();
    toasts.show({ text });
    reload();
  };
  useDeviceKeys({ add: (purpose) => void add(purpose), off, container });

  return (
    <>
      <div ref={container} className={styles.content}>
        {overlay.kind === 'notOpened' && <NotOpened error={overlay.error} />}
        {error && <NotRead error={error} hasRows={devices !== undefined} onAgain={reload} />}
        <DeviceLists
          devices={devices}
          isLoading={!devices && !error}
          mode={mode}
          hasPassword={hasPassword}
          isSso={isSso}
          off={off}
          opening={overlay.kind === 'opening' ? overlay.purpose : undefined}
          onAdd={(purpose) => void add(purpose)}
          onRemove={(device) => setOverlay({ kind: 'remove', device })}
        />
        {recoverable !== undefined && <RecoverySection username={recoverable} mode={mode} devices={devices} />}
      </div>
      <DevicesStatus devices={devices} readAtMs={readAtMs} failed={error !== null} />
      {devices && overlay.kind === 'add' && (
        <AddDeviceDialog
          purpose={overlay.purpose}
          mode={mode}
          devices={devices}
          begun={overlay.begun}
          onAdded={(name) => finish(`${name} added`)}
          onClose={close}
        />
      )}
      {devices && overlay.kind === 'remove' && (
        <RemoveDeviceDialog
          device={overlay.device}
          isSso={isSso}
          mode={mode}
          devices={devices}
          onRemoved={() => finish(`${overlay.device.name} removed`)}
          onClose={close}
        />
      )}
    </>
  );
}

function NotOpened({ error }: { error: unknown }) {
  const { why, details } = describeFailure(error);
  return <ErrorNote what="Could not prepare a new device" why={why} safe="Nothing was changed" details={details} />;
}

function NotRead({ error, hasRows, onAgain }: { error: unknown; hasRows: boolean; onAgain: () => void }) {
  const { why, details } = describeFailure(error);
  return (
    <ErrorNote
      what="Could not load your devices"
      why={why}
      {...(hasRows && { safe: 'The list below was loaded earlier' })}
      details={details}
      actions={<Button onClick={onAgain}>Try again</Button>}
    />
  );
}

type Props = { devices: readonly Device[] | undefined; readAtMs: number; failed: boolean };

function countOf(devices: readonly Device[]): string {
  const all = plural(devices.length, 'device');
  const passkeys = devices.filter(({ isPasskey }) => isPasskey).length;
  if (passkeys === 0) return all;
  if (passkeys === devices.length) return `${all}, ${passkeys === 1 ? 'a passkey' : 'all passkeys'}`;
  return `${all}, ${passkeys} of them ${passkeys === 1 ? 'a passkey' : 'passkeys'}`;
}

/** The number of devices, and the age of the response. */
const DevicesStatus = ({ devices, readAtMs, failed }: Props) => (
  <SectionStatus keys={DEVICE_HINTS}>
    <span>{devices ? countOf(devices) : failed ? 'Not loaded' : 'Loading'}</span>
    {devices && (
      <span className="t3">
        Loaded <Time date={new Date(readAtMs)} show="time" />
      </span>
    )}
  </SectionStatus>
);
