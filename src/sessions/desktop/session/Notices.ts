import type { Clock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

export type Notice = { id: number; atMs: number; isWarning: boolean; text: string };

const NOTICES_MAX = 100;

/** Messages of the server and of this console about an active session, newest first. */
export class Notices {
  readonly list = new ValueStore<readonly Notice[]>([]);
  #clock: Clock;
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(text: string, isWarning: boolean): void {
    const notice = { id: ++this.#lastId, atMs: this.#clock.now(), isWarning, text };
    this.list.set([notice, ...this.list.get()].slice(0, NOTICES_MAX));
  }

  warn = (text: string): void => this.add(text, true);

  close = (id: number): void => this.list.set(this.list.get().filter((notice) => notice.id !== id));
  clear = (): void => this.list.set([]);
}
