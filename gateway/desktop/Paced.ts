import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';

/** Accepts values at any rate and acts on the newest: at once, then at most once in each interval. */
export class Paced<T> {
  #clock: Pick<Clock, 'after'>;
  #everyMs: number;
  #act: (value: T) => void;
  #cancelTimer: Dispose | undefined;
  #latest: { value: T } | undefined;

  constructor(clock: Pick<Clock, 'after'>, everyMs: number, act: (value: T) => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#act = act;
  }

  push(value: T): void {
    if (this.#cancelTimer) this.#latest = { value };
    else this.#run(value);
  }

  dispose(): void {
    this.#cancelTimer?.();
    this.#latest = undefined;
  }

  #run(value: T): void {
    this.#cancelTimer = this.#clock.after(this.#everyMs, () => {
      const next = this.#latest;
      this.#cancelTimer = this.#latest = undefined;
      if (next) this.#run(next.value);
    });
    this.#act(value);
  }
}
