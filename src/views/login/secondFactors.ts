import { writeText, STORAGE } from '../../lib/storage.ts';
import type { SecondFactor } from '../../wire/config.ts';

/** The factors in addition to the password. */
export type Factor = 'key' | 'otp' | 'none';

/** The factors to choose from, the default first (screens §2.3). `off` asks for no factor and has only `none`. */
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

/** The first factor that works in this browser. If none does, the first one, whose error is then shown. */
export const usableFactor = (factors: readonly Factor[], keysWork: boolean): Factor =>
  factors.find((factor) => keysWork || factor !== 'key') ?? factors[0] ?? 'none';

/** The last factor used in this browser for a sign-in or a new account, if it is offered. */
export const lastFactor = (offered: readonly Factor[]): Factor | undefined => {
  const kept = localStorage.getItem(STORAGE.factor);
  return offered.find((factor) => factor === kept);
};

export const keepFactor = (factor: Factor): void => void writeText(localStorage, STORAGE.factor, factor);
