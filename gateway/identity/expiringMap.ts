type Entry<V> = { value: V; expiresMs: number };

/**
 * Values that are worth something for a while only: challenges, rounds of sign-in that are under way. Held in memory,
 * since whoever began one can begin another. The oldest go when there are too many, so that nobody can fill it.
 */
export class ExpiringMap<V> {
  #entries = new Map<string, Entry<V>>();
  #options: { ttlMs: number; capacity: number; now: () => number };

  constructor(options: { ttlMs: number; capacity: number; now: () => number }) {
    this.#options = options;
  }

  set(key: string, value: V): void {
    const { ttlMs, capacity, now } = this.#options;
    this.#entries.delete(key); // the order of the map is the order of expiry
    this.#entries.set(key, { value, expiresMs: now() + ttlMs });
    for (const [oldest, { expiresMs }] of this.#entries) {
      if (expiresMs > now() && this.#entries.size <= capacity) break;
      this.#entries.delete(oldest);
    }
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresMs > this.#options.now() ? entry.value : undefined;
  }

  /** Gives the value and forgets it: what may be used once. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.#entries.delete(key);
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
