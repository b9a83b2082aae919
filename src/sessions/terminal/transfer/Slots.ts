import type { Dispose } from '../../../lib/disposables.ts';

/** So many at a time; the others wait in the order in which they came. */
export class Slots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to what gives the place back, once. */
  async take(): Promise<Dispose> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
