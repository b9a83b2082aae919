import type { Device } from '../store/devices.ts';

/** A second factor as audit events and device lists tell it (http-auth §8.1). */
export const deviceType = ({ kind }: Pick<Device, 'kind'>): 'TOTP' | 'WebAuthn' =>
  kind === 'totp' ? 'TOTP' : 'WebAuthn';

export const deviceFields = (device: Device) => ({
  mfa_device_name: device.name,
  mfa_device_type: deviceType(device),
  mfa_device_uuid: device.id,
});
