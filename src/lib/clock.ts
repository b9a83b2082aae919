import type { Dispose } from './disposables.ts';

/** Time as a dependency, so that tests do not have to wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  after(ms: number, run: () => void): Dispose;
  every(ms: number, run: () => void): Dispose;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
  every(ms, run) {
    const id = setInterval(run, ms);
    return () => clearInterval(id);
  },
};
