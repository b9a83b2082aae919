import type { Device } from '../../api/devices.ts';
import { plural } from '../../lib/numbers.ts';
import { Time } from '../../ui/Time.tsx';
import { SectionStatus } from './SectionStatus.tsx';
import { DEVICE_HINTS } from './useDeviceKeys.ts';

type Props = { devices: readonly Device[] | undefined; readAtMs: number };

function countOf(devices: readonly Device[]): string {
  const all = plural(devices.length, 'device');
  const passkeys = devices.filter(({ isPasskey }) => isPasskey).length;
  if (passkeys === 0) return all;
  if (passkeys === devices.length) return `${all}, ${passkeys === 1 ? 'a passkey' : 'all passkeys'}`;
  return `${all}, ${passkeys} of them ${passkeys === 1 ? 'a passkey' : 'passkeys'}`;
}

/** How many there are, and how old the answer is. */
export const DevicesStatus = ({ devices, readAtMs }: Props) => (
  <SectionStatus keys={DEVICE_HINTS}>
    <span>{devices ? countOf(devices) : 'Reading'}</span>
    {devices && (
      <span className="t3">
        Read <Time date={new Date(readAtMs)} show="time" />
      </span>
    )}
  </SectionStatus>
);
