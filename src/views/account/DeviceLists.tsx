import type { ReactNode } from 'react';
import type { Device } from '../../api/devices.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import styles from './account.module.css';
import { ADD_TITLES } from './AddDeviceDialog.tsx';
import type { Purpose } from './useDevices.ts';
import { keptBecause } from './deviceRules.ts';
import { DeviceTable } from './DeviceTable.tsx';

type Props = {
  /** Undefined until they are loaded. */
  devices: readonly Device[] | undefined;
  isLoading: boolean;
  mode: SecondFactor;
  hasPassword: boolean;
  isSso: boolean;
  off: Readonly<Record<Purpose | 'remove', string | undefined>>;
  /** The pressed button that waits for the server. */
  opening: Purpose | undefined;
  onAdd: (purpose: Purpose) => void;
  onRemove: (device: Device) => void;
};

/** The purpose of devices, and the benefit of the first one. */
type Texts = Readonly<Record<Purpose, { lead: string; gain: string }>>;
const LOCAL: Texts = {
  passkey: {
    lead: 'Sign in without a password. A passkey also works as a second factor.',
    gain: 'With a passkey the password is no longer needed to sign in.',
  },
  factor: {
    lead: 'Requested after the password, and before sessions and changes that require it.',
    gain: 'A second factor protects you if someone learns your password.',
  },
};
const SSO: Texts = {
  passkey: {
    lead: 'You sign in with your identity provider. A passkey here is a second factor.',
    gain: 'A passkey confirms sessions and changes that require it.',
  },
  factor: {
    lead: 'Requested before sessions and changes that require it.',
    gain: 'A second factor confirms sessions and changes that require it.',
  },
};
const HEADS: Readonly<Record<Purpose, string>> = { passkey: 'Passkeys', factor: 'Second factors' };
const ICONS: Readonly<Record<Purpose, IconName>> = { passkey: 'fingerprint', factor: 'smartphone' };

/** A key for which the server does not send whether it signs in alone. */
const isUnknown = ({ isPasskey }: Device): boolean => isPasskey === undefined;

const noneYet = (off: string | undefined, gain: string): string =>
  off === undefined ? `None yet. ${gain}` : `None. ${off.charAt(0).toUpperCase()}${off.slice(1)}`;

/** Two lists by purpose, each with its own button for adding a device. */
export function DeviceLists({ devices, isLoading, mode, hasPassword, isSso, off, opening, onAdd, onRemove }: Props) {
  const keptReason = (device: Device) => keptBecause(device, devices ?? [], { mode, hasPassword });
  const keptNote = (of: readonly Device[] | undefined) => {
    const reason = of?.map(keptReason).find((found) => found !== undefined);
    return reason && off.remove === undefined && <Note title={reason.title}>{reason.text}</Note>;
  };
  const passkeys = devices?.filter(({ isPasskey }) => isPasskey === true);
  const factors = devices?.filter(({ isPasskey }) => isPasskey !== true);
  const texts = isSso ? SSO : LOCAL;
  const shared = {
    isLoading,
    isOnly: devices?.length === 1,
    offFor: (device: Device) => off.remove ?? keptReason(device)?.title,
    onRemove,
  };
  const partOf = (purpose: Purpose) => ({
    ...shared,
    purpose,
    lead: texts[purpose].lead,
    off: off[purpose],
    isOpening: opening === purpose,
    onAdd: () => onAdd(purpose),
  });
  return (
    <>
      <DevicePart
        {...partOf('passkey')}
        devices={passkeys}
        note={keptNote(passkeys)}
        empty={
          devices?.some(isUnknown)
            ? 'This cluster does not report which keys are passkeys. All keys are listed below.'
            : noneYet(off.passkey, texts.passkey.gain)
        }
      />
      <DevicePart
        {...partOf('factor')}
        devices={factors}
        empty={noneYet(off.factor, texts.factor.gain)}
        note={keptNote(factors)}
      />
    </>
  );
}

type PartProps = {
  purpose: Purpose;
  lead: string;
  devices: readonly Device[] | undefined;
  isLoading: boolean;
  /** Shown instead of an empty list. */
  empty: string;
  /** Below the list, about its content. */
  note?: ReactNode;
  off: string | undefined;
  isOpening: boolean;
  isOnly: boolean;
  offFor: (device: Device) => string | undefined;
  onAdd: () => void;
  onRemove: (device: Device) => void;
};

function DevicePart({ purpose, lead, devices, isLoading, empty, note, off, isOpening, onAdd, ...table }: PartProps) {
  const head = HEADS[purpose];
  return (
    <section className={styles.section} aria-labelledby={`devices-${purpose}`}>
      <div className={styles.sectionHead}>
        <div>
          <h2 id={`devices-${purpose}`}>{head}</h2>
          <p>{lead}</p>
        </div>
        <Button icon="plus" off={off} busy={isOpening ? 'Loading' : undefined} onClick={onAdd}>
          {ADD_TITLES[purpose]}
        </Button>
      </div>
      {isLoading && <Reading />}
      {devices?.length === 0 && (
        <p className={styles.none}>
          <Icon name={ICONS[purpose]} />
          {empty}
        </p>
      )}
      {devices && devices.length > 0 && <DeviceTable label={head} devices={devices} {...table} />}
      {note && <div className={styles.note}>{note}</div>}
    </section>
  );
}

const Reading = () => (
  <div className={styles.none} role="status">
    <span className="vh">Loading your devices</span>
    <Skeleton width={180} />
  </div>
);
