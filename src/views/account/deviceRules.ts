import type { Device } from '../../api/devices.ts';
import { plural } from '../../lib/numbers.ts';
import type { SecondFactor } from '../../wire/config.ts';
import { deviceNameProblem } from '../invite/newAccount.ts';
import { proofFactors, type ProofFactor } from '../mfa/factorFailure.ts';

/** The factor of a device. */
const factorOf = ({ kind }: Device): ProofFactor | undefined =>
  kind === 'key' ? 'key' : kind === 'authenticator' ? 'otp' : undefined;

/** The factors that the cluster accepts and that the user has a device for, the default first. */
export const ownFactors = (mode: SecondFactor, devices: readonly Device[]): ProofFactor[] =>
  proofFactors(mode).filter((factor) => devices.some((device) => factorOf(device) === factor));

/** Names of the devices for each factor. */
export const namesByFactor = (devices: readonly Device[]): Record<ProofFactor, string> => {
  const names = (factor: ProofFactor) =>
    devices.flatMap((device) => (factorOf(device) === factor ? [device.name] : [])).join(', ');
  return { key: names('key'), otp: names('otp') };
};

/**
 * The factors for confirming a password change. `none` only if the server asks for none (http-auth §7.5). While the
 * devices are unknown, all that the cluster accepts.
 */
export function passwordFactors(
  mode: SecondFactor,
  devices: readonly Device[] | undefined,
): readonly (ProofFactor | 'none')[] {
  if (mode === 'off') return ['none'];
  const factors = ownFactors(mode, devices ?? []);
  if (factors.length > 0) return factors;
  if (mode !== 'optional') return proofFactors(mode);
  return devices ? ['none'] : [...proofFactors(mode), 'none'];
}

/** Why devices cannot be added or removed: a cluster without second factors has none (http-auth §8.3). */
export const managingOff = (mode: SecondFactor): string | undefined =>
  mode === 'off' ? 'This cluster does not use second factors, so you cannot add devices' : undefined;

/** `keyProblem`: the reason why this browser cannot use keys. */
export function addFactorOff(mode: SecondFactor, keyProblem: string | undefined): string | undefined {
  return managingOff(mode) ?? (proofFactors(mode).includes('otp') ? undefined : keyProblem);
}

export function addPasskeyOff(
  mode: SecondFactor,
  allowPasswordless: boolean,
  keyProblem: string | undefined,
): string | undefined {
  if (mode === 'off') return managingOff(mode);
  if (!proofFactors(mode).includes('key')) return 'This cluster accepts authenticators only';
  return allowPasswordless ? keyProblem : 'This cluster does not allow sign-in without a password';
}

type Reason = { title: string; text: string };

/** Modes that require one specific kind of device. */
const DEMANDS: Partial<Record<SecondFactor, { factor: ProofFactor; noun: string; article: string }>> = {
  otp: { factor: 'otp', noun: 'authenticator', article: 'an' },
  webauthn: { factor: 'key', noun: 'hardware key', article: 'a' },
};

type Account = { mode: SecondFactor; hasPassword: boolean };

/** Why a device must stay (http-auth §8.7): it is the last one that its owner can sign in with. */
export function keptBecause(
  device: Device,
  devices: readonly Device[],
  { mode, hasPassword }: Account,
): Reason | undefined {
  if (!hasPassword && device.isPasskey && devices.filter(({ isPasskey }) => isPasskey).length === 1) {
    return {
      title: 'The last passkey cannot be removed.',
      text: 'Your account has no password, so without a passkey you could not sign in. Add another passkey first, then remove this one.',
    };
  }
  if (mode === 'on' && devices.length === 1) {
    return {
      title: 'The last device cannot be removed.',
      text: 'This cluster asks everyone for a second factor, so without one you could not sign in. Add another device first, then remove this one.',
    };
  }
  const demand = DEMANDS[mode];
  if (!demand || factorOf(device) !== demand.factor) return undefined;
  if (devices.some((other) => other.id !== device.id && factorOf(other) === demand.factor)) return undefined;
  const { noun, article } = demand;
  return {
    title: `The last ${noun} cannot be removed.`,
    text: `This cluster asks everyone for ${article} ${noun}, so without one you could not sign in. Add another ${noun} first, then remove this one.`,
  };
}

/** `1 second factor and 2 passkeys stay`: the devices that remain. */
export function whatStays(device: Device, devices: readonly Device[]): string {
  const others = devices.filter(({ id }) => id !== device.id);
  if (others.length === 0) return 'No other device remains.';
  const passkeys = others.filter(({ isPasskey }) => isPasskey).length;
  const factors = others.length - passkeys;
  const parts = [
    ...(factors > 0 ? [plural(factors, 'second factor')] : []),
    ...(passkeys > 0 ? [plural(passkeys, 'passkey')] : []),
  ];
  return `${parts.join(' and ')} ${others.length === 1 ? 'remains.' : 'remain.'}`;
}

/** The error in the name of a further device (http-auth §8.6). */
export const newNameProblem = (name: string, devices: readonly Device[]): string | undefined =>
  deviceNameProblem(name) ??
  (devices.some((device) => device.name === name.trim()) ? 'You already have a device with this name' : undefined);
