import { readJson, writeJson, VIEWS_PREFIX } from '../../lib/storage.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { readBook, type ViewBook } from './viewBook.ts';

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The views of one user's list, stored in the browser. Tabs stay in sync: each receives the others' changes, and a
 * change starts from what is stored now.
 */
export class ViewStore {
  readonly book: ValueStore<ViewBook>;
  #storage: KeyValueStore;
  #key: string;

  /** `list` is react-admin's resource name, so each cluster has its own views. */
  constructor(storage: KeyValueStore, user: string, list: string) {
    this.#storage = storage;
    this.#key = `${VIEWS_PREFIX}${encodeURIComponent(user)}:${list}`;
    this.book = new ValueStore(this.#read());
  }

  /** False if the browser does not store it (full, forbidden). Nothing has changed then. */
  change(edit: (book: ViewBook) => ViewBook): boolean {
    const next = edit(this.#read());
    if (!writeJson(this.#storage, this.#key, next)) return false;
    this.book.set(next);
    return true;
  }

  /** Call it for every change of the storage in another tab; `null`: all of it. */
  onStorage(key: string | null): void {
    if (key === null || key === this.#key) this.book.set(this.#read());
  }

  #read(): ViewBook {
    return readBook(readJson(this.#storage, this.#key));
  }
}

const stores = new Map<string, ViewStore>();

/** The same store for all callers. */
export function viewStore(user: string, list: string): ViewStore {
  const id = JSON.stringify([user, list]);
  const store = stores.get(id) ?? new ViewStore(localStorage, user, list);
  stores.set(id, store);
  return store;
}

window.addEventListener('storage', ({ key }) => {
  for (const store of stores.values()) store.onStorage(key);
});
