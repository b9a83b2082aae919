import type { Device } from '../store/devices.ts';

/** The type of a second factor in audit events and device lists (http-auth §8.1). */
export const deviceType = ({ kind }: Pick<Device, 'kind'>): 'TOTP' | 'WebAuthn' =>
  kind === 'totp' ? 'TOTP' : 'WebAuthn';

export const deviceFields = (device: Device) => ({
  mfa_device_name: device.name,
  mfa_device_type: deviceType(device),
  mfa_device_uuid: device.id,
});
