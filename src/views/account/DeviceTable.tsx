import type { Device } from '../../api/devices.ts';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import { useNow } from '../../ui/useNow.ts';
import styles from './account.module.css';

type Props = {
  label: string;
  devices: readonly Device[];
  /** It is the only one of all devices, which the table notes. */
  isOnly: boolean;
  /** The reason why this one cannot be removed. */
  offFor: (device: Device) => string | undefined;
  onRemove: (device: Device) => void;
};

const DAY_MS = 86_400_000;
/** After this time, the table notes that a device is unused. */
const IDLE_DAYS = 90;

const iconOf = ({ kind, isPasskey }: Device): IconName => {
  if (kind === 'authenticator') return 'smartphone';
  if (kind === 'unknown') return 'circle-question-mark';
  return isPasskey ? 'fingerprint' : 'usb';
};

const KINDS = { authenticator: 'Authenticator', key: 'Hardware key', unknown: 'Unknown device' } as const;

function wordsOf(device: Device, isOnly: boolean, nowMs: number): string {
  const idleDays = Math.floor((nowMs - device.lastUsedDate.getTime()) / DAY_MS);
  return [
    KINDS[device.kind],
    ...(device.isPasskey ? ['passwordless'] : []),
    ...(isOnly ? ['the only device'] : []),
    ...(idleDays >= IDLE_DAYS ? [`not used for ${idleDays} days`] : []),
  ].join(', ');
}

/** Devices of one purpose: kind, creation date, last use, and removal. */
export function DeviceTable({ label, devices, isOnly, offFor, onRemove }: Props) {
  const nowMs = useNow(undefined);
  return (
    <table className={styles.devices} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col" className={styles.wide}>
            Registered
          </th>
          <th scope="col" className={styles.wide}>
            Last used
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <th scope="row">
              <div className={styles.device}>
                <Icon name={iconOf(device)} />
                <span className={styles.deviceName} title={device.name}>
                  {device.name}
                </span>
                <span className="t3 small">
                  <span className={styles.wide}>{wordsOf(device, isOnly, nowMs)}</span>
                  <span className={styles.narrow}>
                    used <Time date={device.lastUsedDate} show="date" />
                  </span>
                </span>
              </div>
            </th>
            <td className={styles.wide}>
              <Time date={device.registeredDate} show="date" />
            </td>
            <td className={styles.wide}>
              <Time date={device.lastUsedDate} />
            </td>
            <td>
              <Button
                kind="quiet"
                size="inline"
                className={styles.remove}
                aria-label={`Remove ${device.name}`}
                off={offFor(device)}
                onClick={() => onRemove(device)}
              >
                <span className={styles.narrow}>
                  <Icon name="trash-2" />
                </span>
                <span className={styles.wide}>Remove</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
