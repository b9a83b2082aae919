import type { Dispose } from './disposables.ts';

/** A list of listeners. Adding or removing one during `emit` takes effect with the next `emit`. */
export class Emitter<T = void> {
  #listeners = new Set<(value: T) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  subscribe = (listener: (value: T) => void): Dispose => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/** One value that changes over time, in the form that `useSyncExternalStore` needs. */
export class ValueStore<T> {
  #value: T;
  #changed = new Emitter();

  constructor(initial: T) {
    this.#value = initial;
  }

  get = (): T => this.#value;

  /** Listeners are only called for real changes (`Object.is`). */
  set = (next: T): void => {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    this.#changed.emit();
  };

  subscribe = (listener: () => void) => this.#changed.subscribe(listener);
}
