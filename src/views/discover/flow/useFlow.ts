import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Card } from '../selector/catalog.ts';
import type { DiscoverReporter, StepStatus } from './discoverEvents.ts';
import type { DiscoverEnv, Flow, FlowHandle, FlowValues, StepOutcome } from './flow.ts';
import { beginFlow, flowReducer, keptRun, type KeptRun } from './flowState.ts';
import type { KeptRuns } from './keptRuns.ts';

export type FlowOptions = {
  flow: Flow;
  card: Card;
  env: DiscoverEnv;
  runs: KeptRuns;
  /** Key of the run in `runs`. */
  slot: string;
  /** The stored run to continue. */
  from: KeptRun | undefined;
  /** A click in the console opened the flow, not a link of another page. */
  hasActed: boolean;
  reporter: DiscoverReporter;
  /** Goes to the selector. */
  onSelector: () => void;
  /** Goes to another page, which returns here. */
  onDetour: (path: string) => void;
};

/** Runs a flow: step, values, storage and reports. `onStay` is called if Next was refused and the step shows why. */
export function useFlow(options: FlowOptions, onStay: () => void) {
  const { flow, card, env, runs, slot, from, reporter, onSelector, onDetour } = options;
  const [state, dispatch] = useReducer(flowReducer, undefined, () => beginFlow(flow, from, options.hasActed));
  const [isBusy, setBusy] = useState(false);
  const handler = useRef<() => Promise<StepOutcome>>(undefined);
  const isDetour = useRef(false);
  const { step, values, ready, hasActed } = state;
  /** A step that slides out is mounted a second time: calls from that copy are ignored. */
  const current = useRef(step);
  useLayoutEffect(() => {
    current.current = step;
    handler.current = undefined;
  }, [step]);
  const present = flow.steps[step] ?? flow.steps[0];
  const isFinished = step === flow.steps.length - 1;

  useEffect(() => {
    const kept = keptRun(flow, { step, values });
    if (kept) runs.save(slot, kept);
    else runs.drop(slot);
  }, [flow, runs, slot, step, values]);

  useReportedEnd(() => {
    if (!isFinished && !isDetour.current && present) reporter.report(present.event, 'ABORTED');
  });

  const moveOn = (status: StepStatus, over = 0) => {
    const last = flow.steps.length - 1;
    const to = Math.min(step + 1 + over, last);
    flow.steps.slice(step, to).forEach(({ event }, i) => reporter.report(event, i === 0 ? status : 'SKIPPED'));
    if (to === last) reporter.report('completed', 'SUCCESS');
    dispatch({ type: 'go', step: to });
  };

  const handle: FlowHandle = useMemo(
    () => ({
      env,
      card,
      values,
      hasActed,
      setValues: (patch: FlowValues) => dispatch({ type: 'set', patch }),
      next: (over) => moveOn('SUCCESS', over),
      setReady: (to) => {
        if (current.current === step) dispatch({ type: 'ready', ready: to });
      },
      handleNext: (to) => {
        if (current.current === step) handler.current = to;
      },
      fail: (error) => present && reporter.report(present.event, 'ERROR', { error }),
      detour: (path) => {
        isDetour.current = true;
        onDetour(path);
      },
      restart: onSelector,
    }),
    // moveOn and the others depend only on these.
    // oxlint-disable-next-line react/exhaustive-deps
    [env, card, values, step, hasActed],
  );

  const next = async () => {
    if (ready !== true || isBusy) return;
    if (!handler.current) return moveOn('SUCCESS');
    setBusy(true);
    const outcome = await handler.current().finally(() => setBusy(false));
    if (outcome === 'stay') setTimeout(onStay);
    else moveOn(outcome === 'skipped' ? 'SKIPPED' : 'SUCCESS');
  };
  return {
    state,
    present,
    isBusy,
    isFinished,
    handle,
    next: () => void next(),
    skip: () => moveOn('SKIPPED'),
    back: () => (step === 0 ? onSelector() : dispatch({ type: 'go', step: step - 1 })),
  };
}

/** Runs `report` when the component unmounts or the page is left, but not on the second mount in development. */
export function useReportedEnd(report: () => void): void {
  const run = useEffectEvent(report);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(pending.current);
    const onHide = () => run();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      pending.current = setTimeout(() => run());
    };
  }, []);
}
