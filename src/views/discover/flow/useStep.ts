import { useEffect, useEffectEvent, useState } from 'react';
import type { FlowHandle, StepOutcome } from './flow.ts';

/** Tells the frame whether Next can be pressed, or why not. */
export function useReady({ setReady }: Pick<FlowHandle, 'setReady'>, ready: true | string): void {
  const reportReady = useEffectEvent(() => setReady(ready));
  useEffect(() => reportReady(), [ready]);
}

/** What Next does before it leaves the step. Where it rejects the step stays, and shows the failure that is returned. */
export function useNextHandler(
  { handleNext, fail }: Pick<FlowHandle, 'handleNext' | 'fail'>,
  handler: () => Promise<StepOutcome>,
): { error: unknown } | undefined {
  const [failure, setFailure] = useState<{ error: unknown }>();
  const run = useEffectEvent(async (): Promise<StepOutcome> => {
    setFailure(undefined);
    try {
      return await handler();
    } catch (error) {
      setFailure({ error });
      fail(error);
      return 'stay';
    }
  });
  const register = useEffectEvent(handleNext);
  useEffect(() => {
    register(() => run());
    return () => register(undefined);
  }, []);
  return failure;
}
