import { useCallback, useEffect, useRef, useState } from 'react';
import type { Work } from '../../access/explain/work.ts';
import { inSlices } from '../../lib/work.ts';

/** Partial results are shown at this interval. */
const SHOWN_EVERY_MS = 120;

/** The progress. `value` is the result of earlier work until the first partial result. */
export type WorkState<R> = { value: R | undefined; done: number; total: number } & (
  { state: 'working'; stop: () => void } | { state: 'stopped' } | { state: 'done' }
);

type ShownWork<R> = { of: Work<R>; value: R; done: number; state: 'working' | 'stopped' | 'done' };

const nothing = (): void => undefined;

/**
 * Runs work in slices, so that the page stays responsive. Starts again when `work` changes, so keep the same object for
 * the same work.
 */
export function useWork<R>(work: Work<R> | undefined): WorkState<R> {
  const [shown, setShown] = useState<ShownWork<R>>();
  const stopper = useRef(nothing);
  useEffect(() => {
    if (!work) return;
    const controller = new AbortController();
    const stop = new AbortController();
    stopper.current = () => stop.abort();
    let done = 0;
    let shownAtMs = performance.now();
    const show = (state: ShownWork<R>['state']) => {
      if (!controller.signal.aborted) setShown({ of: work, value: work.result(), done, state });
    };
    inSlices(
      work.steps(),
      () => {
        done++;
        const nowMs = performance.now();
        if (nowMs - shownAtMs < SHOWN_EVERY_MS) return;
        shownAtMs = nowMs;
        show('working');
      },
      AbortSignal.any([controller.signal, stop.signal]),
    ).then(
      () => show('done'),
      (error: unknown) => {
        if (!controller.signal.aborted && !stop.signal.aborted) throw error;
        show('stopped');
      },
    );
    return () => controller.abort();
  }, [work]);
  const stop = useCallback(() => stopper.current(), []);
  const total = work?.total ?? 0;
  if (shown === undefined || shown.of !== work) return { value: shown?.value, done: 0, total, state: 'working', stop };
  const { value, done, state } = shown;
  return state === 'working' ? { value, done, total, state, stop } : { value, done, total, state };
}
