/** A small seeded generator (mulberry32), so that a failing random test can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ n < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 ≤ n < bound */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

/** Rounds of a fuzz test: 10^5 in the normal run. FUZZ_ROUNDS overrides it. */
export const fuzzRounds = (normal = 100_000): number => Number(process.env['FUZZ_ROUNDS'] ?? normal);
