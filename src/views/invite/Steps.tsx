import type { Config } from '../../api/config.ts';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import styles from './invite.module.css';

export type Step = 'password' | 'factor' | 'passkey';
/** With a password, or only with a passkey (screens §3). */
export type Flow = 'account' | 'passkey';

const LABELS: Readonly<Record<Step, string>> = { password: 'Password', factor: 'Second factor', passkey: 'Passkey' };

/** The steps of each flow up to the server's response. */
export const flowsFor = ({ auth }: Config): Readonly<Record<Flow, readonly Step[]>> => ({
  account: auth.secondFactor === 'off' ? ['password'] : ['password', 'factor'],
  passkey: ['passkey'],
});

/** The labels of the steps. Empty if there is only one. Codes exist only with a device. */
export function stepLabels(config: Config, flow: Flow, withDevice = true): readonly string[] {
  const labels = flowsFor(config)[flow].map((step) => LABELS[step]);
  if (config.recoveryCodesEnabled && withDevice) labels.push('Recovery codes');
  return labels.length > 1 ? labels : [];
}

/** Named flows, each an ordered list of steps (specification §4, multi-step flow container). */
type Flows<F extends string, S extends string> = Readonly<Record<F, readonly S[]>>;
type FlowState<F extends string> = { flow: F; index: number; direction: 'forward' | 'backward' };
export type FlowMove<F extends string> =
  | { to: 'next' | 'previous' }
  /** Starts another flow at its first step. */
  | { to: 'flow'; flow: F; direction: 'forward' | 'backward' };

export const firstStep = <F extends string>(flow: F): FlowState<F> => ({ flow, index: 0, direction: 'forward' });

/** Stays within both ends. */
export function move<F extends string, S extends string>(
  flows: Flows<F, S>,
  at: FlowState<F>,
  to: FlowMove<F>,
): FlowState<F> {
  switch (to.to) {
    case 'next':
      return at.index + 1 < flows[at.flow].length ? { ...at, index: at.index + 1, direction: 'forward' } : at;
    case 'previous':
      return at.index > 0 ? { ...at, index: at.index - 1, direction: 'backward' } : at;
    case 'flow':
      return { flow: to.flow, index: 0, direction: to.direction };
  }
}

type Props = { config: Config; flow: Flow; current: number; withDevice?: boolean };

/** The current step, if there is more than one. */
export function Steps({ config, flow, current, withDevice = true }: Props) {
  const labels = stepLabels(config, flow, withDevice);
  return (
    labels.length > 0 && (
      <div className={styles.steps}>
        <StepLine steps={labels} current={current} />
      </div>
    )
  );
}
