import { ASKED_REQUESTS_KEY, readJson, writeJson } from '../../../lib/storage.ts';

/** More than a session takes at a time. */
const IDS_MAX = 64;

/**
 * Ids of the requests for files that this browser tab has sent and that are not decided. A reload keeps them, and another
 * window of the same user does not have them.
 */
export class AskedRequests {
  #storage: Pick<Storage, 'getItem' | 'setItem'>;

  /** Session storage. */
  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  add(id: string): void {
    this.#write([...this.#ids.filter((one) => one !== id), id].slice(-IDS_MAX));
  }

  delete(id: string): void {
    if (this.has(id)) this.#write(this.#ids.filter((one) => one !== id));
  }

  get #ids(): string[] {
    const json = readJson(this.#storage, ASKED_REQUESTS_KEY);
    return Array.isArray(json) ? json.filter((id) => typeof id === 'string') : [];
  }

  /** Where the browser stores nothing, a reload forgets them. */
  #write(ids: readonly string[]): void {
    writeJson(this.#storage, ASKED_REQUESTS_KEY, ids);
  }
}
