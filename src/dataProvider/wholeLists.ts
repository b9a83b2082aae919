import type { Row } from '../descriptors/row.ts';

/** How long several readers (list, options, single rows) share one response. */
const FRESH_MS = 10_000;
/** A cluster's lists lag behind its writes by up to about a second (http-auth §1.6). The margin has no cost. */
export const LAG_MS = 3000;

type WholeList = { rows: readonly Row[]; readAtMs: number };
/** `older`: the known values of the row before this write and before the writes shortly before it. */
type Write = { atMs: number; row: Row | undefined; older: readonly (Row | undefined)[] };

/** A response with a value from before a write is outdated. Any other value is from a later write by another user. */
const isBehind = ({ older }: Write, answered: Row | undefined): boolean =>
  older.some((row) => JSON.stringify(row) === JSON.stringify(answered));

const withOwn = (rows: readonly Row[], writes: ReadonlyMap<string, Write>): readonly Row[] => {
  const knownIds = new Set(rows.map((row) => row.id));
  const kept = rows.flatMap((row) => {
    const write = writes.get(row.id);
    if (!write || !isBehind(write, row)) return [row];
    return write.row ? [write.row] : [];
  });
  const added = [...writes].flatMap(([id, write]) =>
    write.row && !knownIds.has(id) && isBehind(write, undefined) ? [write.row] : [],
  );
  return [...kept, ...added];
};

/**
 * Lists from one response, shared for a short time. This console's own writes replace rows of a response that is older
 * than the write.
 */
export class WholeLists {
  #lists = new Map<string, WholeList>();
  #loading = new Map<string, Promise<WholeList>>();
  #ownWrites = new Map<string, Map<string, Write>>();
  #lagMs: number;
  #now: () => number;

  /** `lagMs`: how long after a write the server may still return the old value. */
  constructor(lagMs: number, now: () => number = Date.now) {
    this.#lagMs = lagMs;
    this.#now = now;
  }

  async get(name: string, load: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const cached = this.#lists.get(name);
    if (cached && this.#now() - cached.readAtMs < FRESH_MS) return cached.rows;
    const loading = this.#loading.get(name) ?? this.#load(name, load);
    this.#loading.set(name, loading);
    try {
      const list = await loading;
      // A list that was forgotten in between must not be stored.
      if (this.#loading.get(name) === loading) this.#lists.set(name, list);
      return list.rows;
    } finally {
      if (this.#loading.get(name) === loading) this.#loading.delete(name);
    }
  }

  /** The next reader requests the list from the server, even if a request is pending. */
  forget(name: string): void {
    this.#lists.delete(name);
    this.#loading.delete(name);
  }

  wrote(name: string, row: Row): void {
    this.#note(name, row.id, row);
  }

  removed(name: string, id: string): void {
    this.#note(name, id, undefined);
  }

  async #load(name: string, load: () => Promise<readonly Row[]>): Promise<WholeList> {
    const askedAtMs = this.#now();
    const rows = await load();
    const writes = this.#ownWrites.get(name) ?? new Map<string, Write>();
    for (const [id, write] of writes) if (askedAtMs - write.atMs >= this.#lagMs) writes.delete(id);
    return { rows: withOwn(rows, writes), readAtMs: this.#now() };
  }

  #note(name: string, id: string, row: Row | undefined): void {
    const writes = this.#ownWrites.get(name) ?? new Map<string, Write>();
    const list = this.#lists.get(name);
    const before = list?.rows.find((other) => other.id === id);
    const older = [...(writes.get(id)?.older ?? []), before];
    this.#ownWrites.set(name, writes.set(id, { atMs: this.#now(), row, older }));
    if (list) this.#lists.set(name, { ...list, rows: withOwn(list.rows, writes) });
  }
}
