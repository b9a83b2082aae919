import type { Config } from '../../api/config.ts';

export type Step = 'password' | 'factor' | 'passkey';
/** With a password, or with a passkey alone (screens §3). */
export type Flow = 'account' | 'passkey';

const LABELS: Readonly<Record<Step, string>> = {
  password: 'Password',
  factor: 'Second factor',
  passkey: 'Passkey',
};

/** The steps of each flow up to the server's answer. */
export const flowsFor = ({ auth }: Config): Readonly<Record<Flow, readonly Step[]>> => ({
  account: auth.secondFactor === 'off' ? ['password'] : ['password', 'factor'],
  passkey: ['passkey'],
});

/** What the line of steps says; empty where there is nothing to count. Codes come with a device alone. */
export function stepLabels(config: Config, flow: Flow, withDevice = true): readonly string[] {
  const labels = flowsFor(config)[flow].map((step) => LABELS[step]);
  if (config.recoveryCodesEnabled && withDevice) labels.push('Recovery codes');
  return labels.length > 1 ? labels : [];
}
