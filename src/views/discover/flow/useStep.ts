import { useEffect, useEffectEvent } from 'react';
import type { FlowHandle, StepOutcome } from './flow.ts';

/** Tells the frame whether Next can be pressed, or why not. */
export function useReady({ setReady }: Pick<FlowHandle, 'setReady'>, ready: true | string): void {
  const tell = useEffectEvent(() => setReady(ready));
  useEffect(() => tell(), [ready]);
}

/** What Next does before it leaves the step. It must not reject. */
export function useNextHandler(
  { handleNext }: Pick<FlowHandle, 'handleNext'>,
  handler: () => Promise<StepOutcome>,
): void {
  const run = useEffectEvent(handler);
  const register = useEffectEvent(handleNext);
  useEffect(() => {
    register(() => run());
    return () => register(undefined);
  }, []);
}
