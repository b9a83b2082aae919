import { systemClock, type Clock } from '../../src/lib/clock.ts';

/**
 * The system's clock, which counts its own waiting timers: other code of the same worker may set timers at any time.
 */
export function countingClock(): Clock & { waiting: () => number } {
  const waiting = new Set<object>();
  return {
    ...systemClock,
    waiting: () => waiting.size,
    after(ms, run) {
      const timer = {};
      waiting.add(timer);
      const cancel = systemClock.after(ms, () => {
        waiting.delete(timer);
        run();
      });
      return () => {
        waiting.delete(timer);
        cancel();
      };
    },
  };
}
