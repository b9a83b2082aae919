import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';

/** Accepts values at any rate and acts on the newest: at once, then at most once in each interval. */
export class Paced<T> {
  #clock: Pick<Clock, 'after'>;
  #everyMs: number;
  #act: (value: T) => void;
  #rest: Dispose | undefined;
  #waiting: { value: T } | undefined;

  constructor(clock: Pick<Clock, 'after'>, everyMs: number, act: (value: T) => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#act = act;
  }

  push(value: T): void {
    if (this.#rest) this.#waiting = { value };
    else this.#run(value);
  }

  dispose(): void {
    this.#rest?.();
    this.#waiting = undefined;
  }

  #run(value: T): void {
    this.#rest = this.#clock.after(this.#everyMs, () => {
      const next = this.#waiting;
      this.#rest = this.#waiting = undefined;
      if (next) this.#run(next.value);
    });
    this.#act(value);
  }
}
