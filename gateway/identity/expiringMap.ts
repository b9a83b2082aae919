type Entry<V> = { value: V; expiresMs: number };
type Options<V> = {
  ttlMs: number;
  capacity: number;
  now: () => number;
  /** Called for each value that is removed, for any reason. */
  onGone?: (value: V) => void;
};

/**
 * Values that are valid for a limited time: challenges, unfinished sign-ins. They are only in memory, since users can
 * start again. The oldest are removed when there are too many, so that clients cannot fill the memory.
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

  /** Removes expired and surplus values. */
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

  /** Returns and removes the value, for values that may be used once. */
  take(key: string): V | undefined {
    const value = this.get(key);
    this.delete(key);
    return value;
  }

  /** Adds the value after `action`, which does not run again while the value is valid. One that throws does. */
  once(key: string, value: V, action: () => void): void {
    if (this.get(key) !== undefined) return;
    action();
    this.set(key, value);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry) this.#options.onGone?.(entry.value);
  }
}
