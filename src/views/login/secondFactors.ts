import type { SecondFactor } from '../../wire/config.ts';

/** What a person can be asked for besides the password. Hardware keys are offered where the browser ceremony exists. */
export type Factor = 'otp' | 'none';

/**
 * The methods to choose from, the default first (screens §2.3). Empty: the cluster wants nothing else than a hardware
 * key. `off` asks for no factor at all and has one method, `none`.
 */
export function factorsFor(mode: SecondFactor): readonly Factor[] {
  switch (mode) {
    case 'off':
      return ['none'];
    case 'optional':
      return ['otp', 'none'];
    case 'on':
    case 'otp':
      return ['otp'];
    case 'webauthn':
      return [];
  }
}

export const FACTOR_LABELS = { otp: 'Authenticator', none: 'None' } as const satisfies Record<Factor, string>;
