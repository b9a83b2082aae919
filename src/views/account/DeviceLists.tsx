import type { ReactNode } from 'react';
import type { Device } from '../../api/devices.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import type { IconName } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { SecondFactor } from '../../wire/config.ts';
import styles from './account.module.css';
import { ADD_TITLES } from './AddDeviceDialog.tsx';
import type { Purpose } from './beginDevice.ts';
import { keptBecause } from './deviceRules.ts';
import { DeviceTable } from './DeviceTable.tsx';

type Props = {
  /** Undefined until they are read. */
  devices: readonly Device[] | undefined;
  mode: SecondFactor;
  off: Readonly<Record<Purpose | 'remove', string | undefined>>;
  /** Which button has just been pressed and waits for the server. */
  opening: Purpose | undefined;
  onAdd: (purpose: Purpose) => void;
  onRemove: (device: Device) => void;
};

const LEADS: Readonly<Record<Purpose, string>> = {
  passkey: 'Sign in without a password. A passkey also answers when a second factor is asked.',
  factor: 'Asked after the password, and again before sessions and changes that require it.',
};
const HEADS: Readonly<Record<Purpose, string>> = { passkey: 'Passkeys', factor: 'Second factors' };
const ICONS: Readonly<Record<Purpose, IconName>> = { passkey: 'fingerprint', factor: 'smartphone' };

/** A key of which the server does not say whether it signs in alone. */
const isUntold = ({ isPasskey }: Device): boolean => isPasskey === undefined;

const noneYet = (off: string | undefined, gain: string): string =>
  off === undefined ? `None yet. ${gain}` : `None. ${off.charAt(0).toUpperCase()}${off.slice(1)}`;

/** Two lists by what a device does, each with its own way to get one more. */
export function DeviceLists({ devices, mode, off, opening, onAdd, onRemove }: Props) {
  const nowMs = useNow(undefined);
  const part = (purpose: Purpose, own: readonly Device[] | undefined, empty: string, foot?: ReactNode) => (
    <section className={styles.section} aria-labelledby={`devices-${purpose}`}>
      <div className={styles.sectionHead}>
        <div>
          <h2 id={`devices-${purpose}`}>{HEADS[purpose]}</h2>
          <p>{LEADS[purpose]}</p>
        </div>
        <Button
          icon="plus"
          off={off[purpose]}
          busy={opening === purpose ? 'Asking the server' : undefined}
          onClick={() => onAdd(purpose)}
        >
          {ADD_TITLES[purpose]}
        </Button>
      </div>
      {own === undefined && <Reading />}
      {own?.length === 0 && (
        <p className={styles.none}>
          <Icon name={ICONS[purpose]} />
          {empty}
        </p>
      )}
      {own && own.length > 0 && (
        <DeviceTable
          label={HEADS[purpose]}
          devices={own}
          isOnly={devices?.length === 1}
          nowMs={nowMs}
          offFor={(device) => off.remove ?? keptBecause(device, devices ?? [], mode)?.title}
          onRemove={onRemove}
        />
      )}
      {foot}
    </section>
  );
  const kept = devices?.map((device) => keptBecause(device, devices, mode)).find((reason) => reason !== undefined);
  return (
    <>
      {part(
        'passkey',
        devices?.filter(({ isPasskey }) => isPasskey === true),
        devices?.some(isUntold)
          ? 'This cluster does not say which keys are passkeys: every key is listed below.'
          : noneYet(off.passkey, 'With a passkey the password is no longer needed to sign in.'),
      )}
      {part(
        'factor',
        devices?.filter(({ isPasskey }) => isPasskey !== true),
        noneYet(off.factor, 'A second factor protects you where somebody learns your password.'),
        kept && off.remove === undefined && (
          <div className={styles.kept}>
            <Note title={kept.title}>{kept.text}</Note>
          </div>
        ),
      )}
    </>
  );
}

const Reading = () => (
  <div className={styles.none} role="status">
    <span className="vh">Reading your devices</span>
    <Skeleton width={180} />
  </div>
);
