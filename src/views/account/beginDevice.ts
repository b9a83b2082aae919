import { fetchTotpQrCode } from '../../api/devices.ts';
import type { Privilege } from '../mfa/privilege.ts';

/** `passkey`: signs in without a password; `factor`: is asked for after it. */
export type Purpose = 'passkey' | 'factor';

export type Picture = { ok: true; qrCode: string } | { ok: false; error: unknown };

/** What a new device is added under. */
export type DeviceStep = {
  privilege: Privilege;
  /** Asked for once: each picture voids the one before (http-auth §8.5). Never rejects. */
  picture: Promise<Picture> | undefined;
};

export const beginDevice = (privilege: Privilege, withPicture: boolean): DeviceStep => ({
  privilege,
  picture: withPicture
    ? fetchTotpQrCode(privilege.token).then(
        (qrCode) => ({ ok: true as const, qrCode }),
        (error: unknown) => ({ ok: false as const, error }),
      )
    : undefined,
});
