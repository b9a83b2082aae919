import { useEffect, useEffectEvent, useState } from 'react';
import { textAt } from '../../lib/json.ts';
import { firstStep, move, type Flow, type FlowMove, type Step } from './Steps.tsx';

/** The step that an entry of the history was made for; empty before the second step. */
const stepOfEntry = (): string => textAt(history.state, 'step');

type Options = {
  flows: Readonly<Record<Flow, readonly Step[]>>;
  first: Flow;
  /** False for a step whose form before it is empty, as after a reload. */
  isReachable: (index: number) => boolean;
  /** The browser has led to another step. */
  onMove: () => void;
};

/** The step on show. Each is an entry of the history: Back leads to the step before, with all that was typed (D-411). */
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
