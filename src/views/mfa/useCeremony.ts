import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/work.ts';
import type { CeremonyOptions } from '../login/useSignIn.ts';
import type { FactorFailure } from './factorFailure.ts';

export type CeremonyState =
  | { kind: 'asking' }
  /** The server is asked for a challenge, or judges the answer. */
  | { kind: 'working' }
  /** The browser asks for a key. */
  | { kind: 'touching'; untilMs: number }
  | { kind: 'failed'; failure: FactorFailure };

/** Why nothing can be sent at the moment. */
export const keyIsAwaited = ({ kind }: CeremonyState): string | undefined =>
  kind === 'touching' ? 'The browser is waiting for the key' : undefined;

export type Ceremony = {
  state: CeremonyState;
  isBusy: boolean;
  /**
   * Does nothing while another run is under way. Resolves when it is over, well or not. The task's signal is aborted by
   * `cancel`, and when the component goes.
   */
  run: (task: (options: CeremonyOptions) => Promise<void>, explain: (error: unknown) => FactorFailure) => Promise<void>;
  fail: (failure: FactorFailure) => void;
  /** Forgets a failure: what it spoke of has changed. */
  reset: () => void;
  /** Takes back the question that the browser asks. */
  cancel: () => void;
};

/** One try at a time of something that a person, the browser and the server have a part in. */
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
