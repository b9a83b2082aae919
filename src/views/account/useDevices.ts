import { useQuery } from '@tanstack/react-query';
import { fetchDevices, fetchTotpSetup } from '../../api/devices.ts';
import type { TotpSetup } from '../../wire/webauthn.ts';
import type { Privilege } from '../mfa/keyProof.ts';

const byRegistration = (a: { registeredDate: Date }, b: { registeredDate: Date }): number =>
  b.registeredDate.getTime() - a.registeredDate.getTime();

/** The user's devices, newest first (screens §4.2). */
export function useDevices() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['mfa/devices'],
    queryFn: async ({ signal }) => (await fetchDevices(signal)).sort(byRegistration),
  });
  return { devices: data, error, readAtMs: dataUpdatedAt, reload: () => void refetch() };
}

/** `passkey`: signs in without a password. `factor`: is requested after it. */
export type Purpose = 'passkey' | 'factor';

export type Picture = ({ ok: true } & TotpSetup) | { ok: false; error: unknown };

/** The context for adding a new device. */
export type DeviceStep = {
  privilege: Privilege;
  /** Requested once: each QR code invalidates the previous one (http-auth §8.5). Never rejects. */
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
