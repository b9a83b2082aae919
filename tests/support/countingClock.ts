import { systemClock, type Clock } from '../../src/lib/clock.ts';

/**
 * The system's clock, which knows how many of its own timers wait: others of the same worker may set some at any time.
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
