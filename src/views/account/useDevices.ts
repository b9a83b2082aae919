import { useQuery } from '@tanstack/react-query';
import { fetchDevices, fetchTotpSetup } from '../../api/devices.ts';
import type { TotpSetup } from '../../wire/webauthn.ts';
import type { Privilege } from '../mfa/keyProof.ts';

const byRegistration = (a: { registeredDate: Date }, b: { registeredDate: Date }): number =>
  b.registeredDate.getTime() - a.registeredDate.getTime();

/** One's own devices, the newest first (screens §4.2). */
export function useDevices() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['mfa/devices'],
    queryFn: async ({ signal }) => (await fetchDevices(signal)).sort(byRegistration),
  });
  return { devices: data, error, readAtMs: dataUpdatedAt, reload: () => void refetch() };
}

/** `passkey`: signs in without a password; `factor`: is asked for after it. */
export type Purpose = 'passkey' | 'factor';

export type Picture = ({ ok: true } & TotpSetup) | { ok: false; error: unknown };

/** What a new device is added under. */
export type DeviceStep = {
  privilege: Privilege;
  /** Asked for once: each picture voids the one before (http-auth §8.5). Never rejects. */
  picture: Promise<Picture> | undefined;
};

export const beginDevice = (privilege: Privilege, withPicture: boolean): DeviceStep => ({
  privilege,
  picture: withPicture
    ? fetchTotpSetup(privilege.token).then(
        (setup) => ({ ok: true as const, ...setup }),
        (error: unknown) => ({ ok: false as const, error }),
      )
    : undefined,
});
