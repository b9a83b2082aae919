import { systemClock, type Clock } from '../lib/clock.ts';
import type { Dispose } from '../lib/disposables.ts';
import { ValueStore } from '../lib/valueStore.ts';

export type Toast = {
  text: string;
  /** Something was not done: the toast has the mark of a warning in the place of the check. */
  isWarning?: boolean;
  /** Undoes the reported action. A toast with it stays longer. */
  undo?: () => void;
  /** Progress of running work: the toast stays until `close`. */
  progress?: { done: number; failed?: number; total: number; cancel?: () => void };
  /** Another action, with a label of one or two words. */
  action?: { label: string; run: () => void };
};
export type ShownToast = Toast & { id: number };

const PLAIN_MS = 5000;
const WITH_ACTION_MS = 8000;

/**
 * One toast at a time, the rest wait. Only for success and progress: a failure is shown as a note where it happened.
 */
export class Toasts {
  readonly queue = new ValueStore<readonly ShownToast[]>([]);
  #clock: Clock;
  #lastId = 0;
  #stop: Dispose = () => undefined;
  #timed: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  show(toast: Toast): { update: (toast: Toast) => void; close: () => void } {
    const id = ++this.#lastId;
    this.#set([...this.queue.get(), { ...toast, id }]);
    return {
      update: (next) =>
        this.#set(
          this.queue.get().map((t) => (t.id === id ? { ...next, id } : t)),
          id,
        ),
      close: () => this.close(id),
    };
  }

  close(id: number): void {
    this.#set(this.queue.get().filter((toast) => toast.id !== id));
  }

  /** While the pointer or the focus is on it, a toast stays. */
  hold(): void {
    this.#stop();
    this.#timed = undefined;
  }

  release(): void {
    this.#time(this.queue.get()[0]);
  }

  #set(next: readonly ShownToast[], changed?: number): void {
    this.queue.set(next);
    const first = next[0];
    if (first?.id !== this.#timed || first?.id === changed) this.#time(first);
  }

  #time(toast: ShownToast | undefined): void {
    this.hold();
    if (!toast || toast.progress) return;
    this.#timed = toast.id;
    this.#stop = this.#clock.after(toast.undo || toast.action ? WITH_ACTION_MS : PLAIN_MS, () => this.close(toast.id));
  }
}

export const toasts = new Toasts(systemClock);
