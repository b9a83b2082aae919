type Entry<V> = { value: V; expiresMs: number };
type Options<V> = {
  ttlMs: number;
  capacity: number;
  now: () => number;
  /** Told of each value that is no longer held, whatever the reason. */
  onGone?: (value: V) => void;
};

/**
 * Values that are worth something for a while only: challenges, rounds of sign-in that are under way. Held in memory,
 * since whoever began one can begin another. The oldest go when there are too many, so that nobody can fill it.
 */
export class ExpiringMap<V> {
  #entries = new Map<string, Entry<V>>();
  #options: Options<V>;

  constructor(options: Options<V>) {
    this.#options = options;
  }

  set(key: string, value: V): void {
    const { ttlMs, now } = this.#options;
    this.delete(key); // the order of the map is the order of expiry
    this.#entries.set(key, { value, expiresMs: now() + ttlMs });
    this.sweep();
  }

  /** Lets go of what is too old, or too many. */
  sweep(): void {
    const { capacity, now } = this.#options;
    for (const [oldest, { expiresMs }] of this.#entries) {
      if (expiresMs > now() && this.#entries.size <= capacity) break;
      this.delete(oldest);
    }
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresMs > this.#options.now() ? entry.value : undefined;
  }

  /** Gives the value and forgets it: what may be used once. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.delete(key);
    return value;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry) this.#options.onGone?.(entry.value);
  }
}
