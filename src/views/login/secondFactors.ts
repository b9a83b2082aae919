import { writeText, STORAGE } from '../../lib/storage.ts';
import type { SecondFactor } from '../../wire/config.ts';

/** What a person can be asked for besides the password. */
export type Factor = 'key' | 'otp' | 'none';

/** The methods to choose from, the default first (screens §2.3). `off` asks for no factor at all and has one method, `none`. */
export function factorsFor(mode: SecondFactor): readonly Factor[] {
  switch (mode) {
    case 'off':
      return ['none'];
    case 'optional':
      return ['key', 'otp', 'none'];
    case 'on':
      return ['key', 'otp'];
    case 'otp':
      return ['otp'];
    case 'webauthn':
      return ['key'];
  }
}

export const FACTOR_LABELS = {
  key: 'Hardware key',
  otp: 'Authenticator',
  none: 'None',
} as const satisfies Record<Factor, string>;

/** The first that can be used in this browser; the first of all where none can, so that it is said why. */
export const usableFactor = (factors: readonly Factor[], keysWork: boolean): Factor =>
  factors.find((factor) => keysWork || factor !== 'key') ?? factors[0] ?? 'none';

/** The factor with which this browser signed in last or set up an account, if it is among those offered. */
export const lastFactor = (offered: readonly Factor[]): Factor | undefined => {
  const kept = localStorage.getItem(STORAGE.factor);
  return offered.find((factor) => factor === kept);
};

export const keepFactor = (factor: Factor): void => void writeText(localStorage, STORAGE.factor, factor);
