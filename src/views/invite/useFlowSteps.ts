import { useEffect, useEffectEvent, useState } from 'react';
import { textAt } from '../../lib/json.ts';
import { firstStep, move, type Flow, type FlowMove, type Step } from './Steps.tsx';

/** The step of a history entry. Empty before the second step. */
const stepOfEntry = (): string => textAt(history.state, 'step');

type Options = {
  flows: Readonly<Record<Flow, readonly Step[]>>;
  first: Flow;
  /** False for a step after an empty form, as after a reload. */
  isReachable: (index: number) => boolean;
  /** The browser has navigated to another step. */
  onMove: () => void;
};

/** The current step. Each is a history entry: Back leads to the previous step with all its input (D-411). */
export function useFlowSteps({ flows, first, isReachable, onMove }: Options) {
  const [at, setAt] = useState(() => firstStep(first));
  const follow = useEffectEvent(() => {
    const step = stepOfEntry();
    const flow = step === '' ? first : step === 'passkey' ? 'passkey' : 'account';
    const index = Math.max(
      0,
      flows[flow].findIndex((name) => name === step),
    );
    const isForward = flow === at.flow ? index > at.index : flow === 'passkey';
    setAt({ flow, index: isReachable(index) ? index : 0, direction: isForward ? 'forward' : 'backward' });
    onMove();
  });
  useEffect(() => {
    const listener = () => follow();
    addEventListener('popstate', listener);
    return () => removeEventListener('popstate', listener);
  }, []);
  const go = (to: FlowMove<Flow>) => {
    const goesBack = to.to === 'previous' || (to.to === 'flow' && to.direction === 'backward');
    if (goesBack && stepOfEntry() !== '') return history.back();
    const next = move(flows, at, to);
    history.pushState({ step: flows[next.flow][next.index] }, '');
    setAt(next);
  };
  return { at, go };
}
