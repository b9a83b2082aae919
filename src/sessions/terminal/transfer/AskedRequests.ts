import { ASKED_REQUESTS_KEY, readJson, writeJson } from '../../../lib/storage.ts';

/**
 * Ids of the requests for files that this browser tab has sent and that are not decided. A reload keeps them, and another
 * window of the same user does not have them: they are stored only while the page changes, as a duplicate of the tab
 * begins with a copy of its storage.
 */
export class AskedRequests {
  #ids: Set<string>;

  /** Session storage, and the window that it belongs to. Where the browser stores nothing, a reload forgets the ids. */
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
