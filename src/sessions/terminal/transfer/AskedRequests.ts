import { ASKED_REQUESTS_KEY, readJson, writeJson } from '../../../lib/storage.ts';

/**
 * Ids of this browser tab's undecided file requests. They survive a reload, and another window of the same user does
 * not get them: they are only stored while the page unloads, since a duplicated tab starts with a copy of its storage.
 */
export class AskedRequests {
  #ids: Set<string>;

  /** Session storage and its window. If the browser stores nothing, a reload loses the ids. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, page: Pick<EventTarget, 'addEventListener'>) {
    const json = readJson(storage, ASKED_REQUESTS_KEY);
    this.#ids = new Set(Array.isArray(json) ? json.filter((id) => typeof id === 'string') : []);
    if (this.#ids.size > 0) writeJson(storage, ASKED_REQUESTS_KEY, []);
    page.addEventListener('pagehide', () => writeJson(storage, ASKED_REQUESTS_KEY, [...this.#ids]));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }
}
