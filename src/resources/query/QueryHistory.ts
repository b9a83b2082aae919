import { at, isObject } from '../../lib/json.ts';
import { QUERIES_PREFIX, readJson, writeJson } from '../../lib/storage.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { QueryTarget } from '../../api/databases.ts';

/** `sql` as it was run, and the time of its last run. Results are never stored. */
export type PastQuery = { sql: string; atMs: number };

const KEPT = 100;
/** A longer text is not stored, because the browser has room for only a few megabytes in all. */
const KEPT_CHARS_MAX = 10_000;

const isPast = (value: unknown): value is PastQuery =>
  isObject(value) && typeof at(value, 'sql') === 'string' && typeof at(value, 'atMs') === 'number';

/** The queries of one user on one database, in this browser. The newest first. */
export class QueryHistory {
  readonly past: ValueStore<readonly PastQuery[]>;
  #storage: Storage;
  #key: string;
  #isKept = true;

  constructor(storage: Storage, username: string, { clusterId, databaseName, database }: QueryTarget) {
    this.#storage = storage;
    this.#key = QUERIES_PREFIX + [username, clusterId, databaseName, database].map(encodeURIComponent).join(':');
    this.past = new ValueStore<readonly PastQuery[]>(this.#read());
  }

  /** Shows what other tabs run, until it is disposed. */
  follow(): Dispose {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === this.#key) this.past.set(this.#read());
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }

  add(sql: string, atMs: number): void {
    if (sql.length > KEPT_CHARS_MAX) return;
    // Another tab may have written since.
    const others = (this.#isKept ? this.#read() : this.past.get()).filter((other) => other.sql !== sql);
    this.#store([{ sql, atMs }, ...others].slice(0, KEPT));
  }

  /** Returns the function that undoes it. */
  clear(): () => void {
    const before = this.past.get();
    this.#store([]);
    return () => {
      const since = this.past.get();
      const others = before.filter(({ sql }) => since.every((other) => other.sql !== sql));
      this.#store([...since, ...others].slice(0, KEPT));
    };
  }

  /** The browser's storage may contain anything. */
  #read(): readonly PastQuery[] {
    const json = readJson(this.#storage, this.#key);
    return Array.isArray(json) ? json.filter(isPast).slice(0, KEPT) : [];
  }

  #store(past: readonly PastQuery[]): void {
    this.past.set(past);
    // If the browser stores nothing, the history lasts until the page closes.
    this.#isKept = writeJson(this.#storage, this.#key, past);
  }
}
