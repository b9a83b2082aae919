import { Emitter } from './emitter.ts';

/** One value that changes over time, in the shape `useSyncExternalStore` wants. */
export class ValueStore<T> {
  #value: T;
  #changed = new Emitter();

  constructor(initial: T) {
    this.#value = initial;
  }

  get = (): T => this.#value;

  /** Listeners hear only real changes (`Object.is`). */
  set = (next: T): void => {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    this.#changed.emit();
  };

  subscribe = (listener: () => void) => this.#changed.subscribe(listener);
}
