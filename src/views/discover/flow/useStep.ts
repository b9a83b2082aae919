import { useEffect, useEffectEvent, useState } from 'react';
import type { FlowHandle, StepOutcome } from './flow.ts';

/** Sets whether Next can be pressed, or why not. */
export function useReady({ setReady }: Pick<FlowHandle, 'setReady'>, ready: true | string): void {
  const reportReady = useEffectEvent(() => setReady(ready));
  useEffect(() => reportReady(), [ready]);
}

/** Sets what Next does before it leaves the step. If it rejects, the step stays and this hook returns the failure. */
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

/** The faults of a form from its first check on, found again as the user types. */
export function useFaults<F extends object>(find: () => F): { faults: Partial<F>; check: () => boolean } {
  const [isChecked, setChecked] = useState(false);
  return {
    faults: isChecked ? find() : {},
    check() {
      setChecked(true);
      return Object.values(find()).every((fault) => fault === undefined);
    },
  };
}
