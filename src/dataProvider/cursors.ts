import { checkKey } from '../api/lists.ts';

/** The number of lists with stored keys. The least recently used one is dropped first. */
const LISTS_MAX = 32;

type Page = { next: string };

/** React-admin requests page N, but the server only continues after a key. Stores the key of every visited page. */
export class Cursors {
  #keysOf = new Map<string, string[]>();

  /**
   * `list` identifies everything that decides about the rows: resource, filter, sort, page size. Pages before an
   * unvisited one are read first. Undefined if the list ends before it.
   */
  async page<P extends Page>(list: string, n: number, fetch: (startKey: string) => Promise<P>): Promise<P | undefined> {
    const keys = this.#touch(list);
    for (;;) {
      const at = Math.min(n, keys.length);
      const page = await fetch(keys[at - 1] ?? '');
      keys.length = at; // pages after a re-read page may have changed
      checkKey(page.next, keys);
      if (page.next) keys.push(page.next);
      if (at === n) return page;
      if (!page.next) return undefined;
    }
  }

  #touch(list: string): string[] {
    const keys = this.#keysOf.get(list) ?? [''];
    this.#keysOf.delete(list);
    this.#keysOf.set(list, keys);
    const [oldest] = this.#keysOf.keys();
    if (this.#keysOf.size > LISTS_MAX && oldest !== undefined) this.#keysOf.delete(oldest);
    return keys;
  }
}
