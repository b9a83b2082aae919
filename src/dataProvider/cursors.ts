import { checkKey } from '../api/lists.ts';

/** Lists whose keys are remembered; the one that was not asked for the longest goes first. */
const LISTS_MAX = 32;

type Page = { next: string };

/** react-admin asks for page N; the server only continues after a key. Remembers the key of every page seen. */
export class Cursors {
  #keysOf = new Map<string, string[]>();

  /**
   * `list` names everything that decides which rows come: resource, filter, sort, page size. A page that nobody has
   * reached yet is walked to; undefined when the list ends before it.
   */
  async page<P extends Page>(list: string, n: number, fetch: (startKey: string) => Promise<P>): Promise<P | undefined> {
    const keys = this.#touch(list);
    for (;;) {
      const at = Math.min(n, keys.length);
      const page = await fetch(keys[at - 1] ?? '');
      keys.length = at; // what lay behind a page that is read again may have moved
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
