import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/work.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';
import type { FactorFailure } from './factorFailure.ts';

export type CeremonyState =
  | { kind: 'asking' }
  /** A challenge is being requested, or the server checks the answer. */
  | { kind: 'working' }
  /** The browser's key prompt is open. */
  | { kind: 'touching'; untilMs: number }
  | { kind: 'failed'; failure: FactorFailure };

/** Why nothing can be sent now. */
export const keyIsAwaited = ({ kind }: CeremonyState): string | undefined =>
  kind === 'touching' ? 'The browser is waiting for the key' : undefined;

export type Ceremony = {
  state: CeremonyState;
  isBusy: boolean;
  /**
   * Does nothing during another run. Resolves when it is over, with or without success. The task's signal is aborted by
   * `cancel`, and when the component unmounts.
   */
  run: (task: (options: CeremonyOptions) => Promise<void>, explain: (error: unknown) => FactorFailure) => Promise<void>;
  fail: (failure: FactorFailure) => void;
  /** Clears a failure whose input has changed. */
  reset: () => void;
  /** Closes the browser's prompt. */
  cancel: () => void;
};

/** One attempt at a time at a task that involves the user, the browser and the server. */
export function useCeremony(): Ceremony {
  const [state, setState] = useState<CeremonyState>({ kind: 'asking' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run: Ceremony['run'] = async (task, explain) => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setState({ kind: 'working' });
    try {
      await task({
        signal,
        onWaiting: (untilMs) => setState({ kind: 'touching', untilMs }),
        onAnswered: () => setState({ kind: 'working' }),
      });
      setState({ kind: 'asking' });
    } catch (error) {
      if (signal.aborted || isAbort(error)) setState({ kind: 'asking' });
      else setState({ kind: 'failed', failure: explain(error) });
    } finally {
      running.current = undefined;
    }
  };
  return {
    state,
    isBusy: state.kind === 'working' || state.kind === 'touching',
    run,
    fail: (failure) => setState({ kind: 'failed', failure }),
    reset: () => setState({ kind: 'asking' }),
    cancel: () => running.current?.abort(),
  };
}
