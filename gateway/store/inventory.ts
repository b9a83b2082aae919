import { evaluatePredicate } from '../../src/wire/predicate/evaluate.ts';
import type { Predicate } from '../../src/wire/predicate/query.ts';
import { matchesSearch } from '../../src/wire/predicate/search.ts';
import type { InventoryKind } from '../config/settings.ts';
import { fieldsOf, type Entry, type Origin } from '../inventory/entry.ts';
import type { Database } from './database.ts';
import { bumpDataRevision, ChangedKeys, dataRevision } from './dataRevision.ts';
import { COLUMN_NAMES, labelsText, sortedLabels, sourceText, toColumns, toEntry, type Row } from './inventoryRows.ts';
import { allOf, isStorable, searchCondition, splitPredicate, type Condition } from './predicateSql.ts';

export type LabelSet = { id: number; labels: Readonly<Record<string, string>> };

/** Columns that lists may be sorted by. */
export type SortColumn = 'key' | 'name' | 'address' | 'description' | 'public_address' | 'type';

export type ListQuery = {
  kind: InventoryKind;
  /** Ids of the label sets that the caller may see. */
  visible: readonly number[] | 'all';
  /** Tokens of plain search. */
  search: readonly string[];
  predicate?: Predicate;
  /** Absent: by key, without a count. */
  sort?: { column: SortColumn; descending: boolean };
  startKey: string;
  limit: number;
};

export type ListPage = {
  entries: Entry[];
  /** Key of the first entry of the next page; '' if this page is the last. */
  nextKey: string;
  total: number;
};

const FROM = 'FROM inventory i JOIN label_sets s ON s.id = i.label_set';
const COLUMNS = 'i.kind, i.key, i.origin, i.document, i.connect, s.labels';

/** All resources that users can access. The contract's lists read from here (http-resources §1). */
export class InventoryStore {
  #db: Database;
  #labelSets = new Map<InventoryKind, readonly LabelSet[]>();
  /** A text that differs after every change. */
  readonly revision = (): string => dataRevision(this.#db, 'inventory');
  readonly changedKeys = new ChangedKeys();
  /** The revision of the cached label sets. */
  #revision: string | undefined;
  #isChanging = false;
  /** Their rows are by this version: an older one may have derived other columns. */
  #replaced = new Set<Origin>();

  constructor(db: Database) {
    this.#db = db;
  }

  find(kind: InventoryKind, key: string): Entry | undefined {
    if (!isStorable(key)) return undefined;
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} ${FROM} WHERE i.kind = ? AND i.key = ?`, kind, key);
    return row && toEntry(row);
  }

  /** Entries whose name (for a node: its hostname) or address is this text. */
  named(kind: InventoryKind, text: string): Entry[] {
    if (!isStorable(text)) return [];
    return this.#db
      .all<Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE i.kind = ? AND (i.name = ? OR i.address = ?) ORDER BY i.key`,
        ...[kind, text, text],
      )
      .map(toEntry);
  }

  /** Names of entries among these texts, ignoring case, with the label set of each. */
  namesAmong(kind: InventoryKind, texts: readonly string[]): { name: string; labelSet: number }[] {
    return this.#db.all(
      `SELECT DISTINCT name, label_set AS labelSet FROM inventory
       WHERE kind = ? AND lower(name) IN (SELECT value FROM json_each(?))`,
      ...[kind, JSON.stringify(texts)],
    );
  }

  /** How many entries of a kind have each label set. */
  labelSetCounts(kind: InventoryKind): { labelSet: number; count: number }[] {
    return this.#db.all(
      'SELECT label_set AS labelSet, count(*) AS count FROM inventory WHERE kind = ? GROUP BY label_set',
      kind,
    );
  }

  /** Name and address of entries of a kind: of all, or of these. `publicAddresses`: a JSON list, or empty. */
  addresses(
    kind: InventoryKind,
    keys?: readonly string[],
  ): { key: string; name: string; address: string; publicAddresses: string }[] {
    return this.#db.all(
      `SELECT key, name, address, CASE WHEN instr(document, '"public_addrs"') > 0
         THEN coalesce(json_extract(document, '$.spec.public_addrs'), '') ELSE '' END AS publicAddresses
         FROM inventory WHERE kind = ? ${keys ? 'AND key IN (SELECT value FROM json_each(?))' : ''}`,
      ...(keys ? [kind, JSON.stringify(keys)] : [kind]),
    );
  }

  /** Every entry of a kind, by key. For kinds with few entries. */
  all(kind: InventoryKind): Entry[] {
    return this.#db.all<Row>(`SELECT ${COLUMNS} ${FROM} WHERE i.kind = ? ORDER BY i.key`, kind).map(toEntry);
  }

  /** The entries of `gateway.yaml` and of this machine, by key. */
  undynamic(kind: InventoryKind): Entry[] {
    return this.#db
      .all<Row>(`SELECT ${COLUMNS} ${FROM} WHERE i.kind = ? AND i.origin <> 'dynamic' ORDER BY i.key`, kind)
      .map(toEntry);
  }

  keys(kind: InventoryKind): string[] {
    return this.#db
      .all<{ key: string }>('SELECT key FROM inventory WHERE kind = ? ORDER BY key', kind)
      .map(({ key }) => key);
  }

  count(kind: InventoryKind): number {
    return this.#db.get<{ n: number }>('SELECT count(*) AS n FROM inventory WHERE kind = ?', kind)?.n ?? 0;
  }

  /** The distinct label sets of a kind: the same array until a change, so that callers can use it as a cache key. */
  labelSets(kind: InventoryKind): readonly LabelSet[] {
    const revision = this.revision();
    if (revision !== this.#revision) this.#labelSets.clear();
    this.#revision = revision;
    const cached = this.#labelSets.get(kind);
    if (cached) return cached;
    const sets = this.#db
      .all<{ id: number; labels: string }>(
        'SELECT id, labels FROM label_sets WHERE id IN (SELECT label_set FROM inventory WHERE kind = ?) ORDER BY id',
        kind,
      )
      .map(({ id, labels }) => ({ id, labels: JSON.parse(labels) as LabelSet['labels'] }));
    this.#labelSets.set(kind, sets);
    return sets;
  }

  put(entry: Entry): void {
    this.#changing(() => {
      this.#db.run(
        `INSERT INTO inventory (${COLUMN_NAMES}, label_set) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET name = excluded.name,
           address = excluded.address, description = excluded.description, public_address = excluded.public_address,
           type = excluded.type, origin = excluded.origin, label_set = excluded.label_set, search = excluded.search,
           document = excluded.document, connect = excluded.connect`,
        ...toColumns(entry),
        this.#labelSet(entry.labels),
      );
    }, [entry.key]);
  }

  /** Whether the entry is stored in this form, with all columns by this version. */
  has(entry: Entry): boolean {
    if (!this.#replaced.has(entry.origin)) return false;
    const sql = `SELECT ${COLUMNS} ${FROM} WHERE i.kind = ? AND i.key = ? AND i.origin = ?`;
    const row = this.#db.get<Row>(sql, entry.kind, entry.key, entry.origin);
    return row !== undefined && row.document + row.connect + row.labels === sourceText(entry);
  }

  /**
   * Replaces all entries of an origin at once. Of thousands of entries of a file, only the changed ones are written.
   * `candidates`: those for which `has` may be false. Returns the ids of the entries that were changed or are gone, or
   * undefined at the first call, before which any may have changed.
   */
  replace(origin: Origin, entries: readonly Entry[], candidates = entries): ReadonlySet<string> | undefined {
    const isFirst = !this.#replaced.has(origin);
    const wanted = new Map(entries.map((entry) => [idOf(entry), entry]));
    const changed = candidates.filter((entry) => wanted.get(idOf(entry)) === entry && !this.has(entry));
    this.#replaced.add(origin);
    const stored = this.#db.all<Pick<Row, 'kind' | 'key'>>('SELECT kind, key FROM inventory WHERE origin = ?', origin);
    const gone = stored.map(idOf).filter((id) => !wanted.has(id));
    if (changed.length + gone.length === 0) return isFirst ? undefined : new Set();
    this.#changing(() => {
      this.#db.run(
        "DELETE FROM inventory WHERE origin = ? AND kind || '/' || key IN (SELECT value FROM json_each(?))",
        ...[origin, JSON.stringify(gone)],
      );
      for (const entry of changed) this.put(entry);
      this.#dropUnusedLabels();
    }, [...changed.map(({ key }) => key), ...gone.map((id) => id.slice(id.indexOf('/') + 1))]);
    return isFirst ? undefined : new Set([...changed.map(idOf), ...gone]);
  }

  /** Ignores unknown keys. */
  remove(kind: InventoryKind, keys: readonly string[]): void {
    this.#changing(() => {
      this.#db.run(
        'DELETE FROM inventory WHERE kind = ? AND key IN (SELECT value FROM json_each(?))',
        ...[kind, JSON.stringify(keys)],
      );
      this.#dropUnusedLabels();
    }, keys);
  }

  page(request: ListQuery): ListPage {
    // No stored key contains NUL. The next character gives the same position.
    const query = { ...request, startKey: request.startKey.replaceAll('\0', '\u0001') };
    const { where, rest, restTokens } = conditions(query);
    const ordered = query.sort ? ORDER[query.sort.descending ? 'down' : 'up'](query.sort.column) : 'i.key';
    if (rest.length > 0 || restTokens.length > 0) {
      const entries = this.#db
        .all<Row>(`SELECT ${COLUMNS} ${FROM} WHERE ${where.sql} ORDER BY ${ordered}`, ...where.values)
        .map(toEntry)
        .filter((entry) => passes(entry, rest, restTokens));
      return pageOf(entries, query);
    }
    if (!query.sort) return this.#plainPage(query, where);
    const isNarrowed = query.predicate !== undefined || query.search.length > 0;
    return isNarrowed ? this.#narrowedPage(query, where, ordered) : this.#sortedPage(query, query.sort, where, ordered);
  }

  /** The total count, and a page from the start key on. An unknown key means the first page (http-resources §1.2). */
  #sortedPage(
    query: ListQuery,
    { column, descending }: NonNullable<ListQuery['sort']>,
    where: Condition,
    ordered: string,
  ): ListPage {
    const total =
      this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM inventory i WHERE ${where.sql}`, ...where.values)?.n ?? 0;
    const start =
      query.startKey === ''
        ? undefined
        : this.#db.get<{ value: string }>(
            `SELECT i.${column} AS value FROM inventory i WHERE ${where.sql} AND i.key = ?`,
            ...where.values,
            query.startKey,
          );
    const from: Condition = start
      ? {
          sql: `AND (i.${column} ${descending ? '<' : '>'} ? OR (i.${column} = ? AND i.key >= ?))`,
          values: [start.value, start.value, query.startKey],
        }
      : { sql: '', values: [] };
    return { ...this.#rows(query, where, from, ordered), total };
  }

  /** The same for a query, which is the slowest condition: it is evaluated in one pass, not again for the count. */
  #narrowedPage({ kind, startKey, limit }: ListQuery, where: Condition, ordered: string): ListPage {
    const found = this.#db.get<{ keys: string }>(
      `SELECT json_group_array(key) AS keys FROM (SELECT i.key FROM inventory i WHERE ${where.sql} ORDER BY ${ordered})`,
      ...where.values,
    );
    const keys = JSON.parse(found?.keys ?? '[]') as string[];
    const from = Math.max(0, keys.indexOf(startKey));
    const rows = this.#db.all<Row>(
      `SELECT ${COLUMNS} FROM json_each(?) f CROSS JOIN inventory i ON i.kind = ? AND i.key = f.value
         JOIN label_sets s ON s.id = i.label_set ORDER BY f.key`,
      JSON.stringify(keys.slice(from, from + limit)),
      kind,
    );
    return { entries: rows.map(toEntry), nextKey: keys[from + limit] ?? '', total: keys.length };
  }

  #plainPage(query: ListQuery, where: Condition): ListPage {
    return { ...this.#rows(query, where, { sql: 'AND i.key >= ?', values: [query.startKey] }, 'i.key'), total: 0 };
  }

  #rows({ limit }: ListQuery, where: Condition, from: Condition, ordered: string): Omit<ListPage, 'total'> {
    const rows = this.#db.all<Row>(
      `SELECT ${COLUMNS} ${FROM} WHERE ${where.sql} ${from.sql} ORDER BY ${ordered} LIMIT ?`,
      ...where.values,
      ...from.values,
      limit + 1,
    );
    return { entries: rows.slice(0, limit).map(toEntry), nextKey: rows[limit]?.key ?? '' };
  }

  #labelSet(labels: Entry['labels']): number {
    const sorted = sortedLabels(labels);
    const text = labelsText(sorted);
    const existing = this.#db.get<{ id: number }>('SELECT id FROM label_sets WHERE labels = ?', text);
    if (existing) return existing.id;
    const made = this.#db.get<{ id: number }>('INSERT INTO label_sets (labels) VALUES (?) RETURNING id', text);
    if (!made) throw new Error('a label set was not stored');
    for (const [name, value] of sorted) this.#db.run('INSERT INTO label_values VALUES (?, ?, ?)', made.id, name, value);
    return made.id;
  }

  #dropUnusedLabels(): void {
    this.#db.run('DELETE FROM label_sets WHERE id NOT IN (SELECT label_set FROM inventory)');
  }

  #changing(work: () => void, keys?: readonly string[]): void {
    if (this.#isChanging) return work();
    this.#isChanging = true;
    try {
      this.#db.transaction(() => {
        const from = this.revision();
        work();
        bumpDataRevision(this.#db, 'inventory');
        if (keys) this.changedKeys.note(from, this.revision(), keys);
      });
    } finally {
      this.#isChanging = false;
    }
  }
}

/** Equal values are ordered by key, in both directions: sorting is stable (http-resources §1.2). */
const ORDER = {
  up: (column: SortColumn) => `i.${column}, i.key`,
  down: (column: SortColumn) => `i.${column} DESC, i.key`,
};

function conditions({ kind, visible, search, predicate }: ListQuery) {
  const split = predicate ? splitPredicate(predicate) : { sql: [], rest: [] };
  const searched = searchCondition(search);
  const all: Condition[] = [
    { sql: 'i.kind = ?', values: [kind] },
    ...(visible === 'all' ? [] : [visibleCondition(visible)]),
    ...(searched ? [searched] : []),
    ...split.sql,
  ];
  return { where: allOf(all), rest: split.rest, restTokens: searched ? [] : search };
}

const visibleCondition = (ids: readonly number[]): Condition => ({
  sql: 'i.label_set IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(ids)],
});

function passes(entry: Entry, rest: readonly Predicate[], tokens: readonly string[]): boolean {
  const { name, search } = fieldsOf(entry);
  const item = { name, labels: entry.labels, resource: entry.document, searchValues: search };
  return rest.every((term) => evaluatePredicate(term, item)) && matchesSearch(tokens, search);
}

/** A page of entries that were all read, because only the evaluator could filter them. */
function pageOf(entries: readonly Entry[], { sort, startKey, limit }: ListQuery): ListPage {
  const at = entries.findIndex(({ key }) => (sort ? key === startKey : !isBefore(key, startKey)));
  const from = at >= 0 ? at : sort ? 0 : entries.length;
  return {
    entries: entries.slice(from, from + limit),
    nextKey: entries[from + limit]?.key ?? '',
    total: sort ? entries.length : 0,
  };
}

/** In byte order, like the database. */
const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** The entry among those of all kinds. */
export const idOf = ({ kind, key }: Pick<Entry, 'kind' | 'key'>): string => `${kind}/${key}`;
