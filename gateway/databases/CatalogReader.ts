// Reads names of tables and columns for completion over separate connections, so that it neither disturbs running
// statements nor depends on a failed transaction.
import { setImmediate } from 'node:timers/promises';
import { errorMessage } from '../../src/lib/errorMessage.ts';
import type { CatalogTable, Cell, QueryAnswer, QueryProtocol } from '../../src/wire/query/messages.ts';
import { COLUMNS_MAX, toName } from './cells.ts';
import type { DatabaseConnection } from './DatabaseConnection.ts';

type Parts = {
  open: (signal: AbortSignal) => Promise<DatabaseConnection>;
  send: (answer: QueryAnswer) => void;
  /** Resolves when the browser can receive more. */
  ready: () => Promise<void>;
};

const TABLES_MAX = 20_000;
const ALL_COLUMNS_MAX = 200_000;
/** Servers allow 64, but a type can be an enumeration with its values. */
const NAME_MAX_CHARS = 200;
const READ_MAX_MS = 20_000;
/** Characters of names in one frame. */
const FRAME_CHARS = 60_000;

const LATER = 'Another list of tables was asked for.';

export class CatalogReader {
  #parts: Parts;
  #reading: AbortController | undefined;
  #next: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads once at a time. Of the requests in the meantime, only the last one is served. */
  read(id: number): void {
    if (!this.#reading) return void this.#read(id);
    if (this.#next !== undefined) this.#failed(this.#next, LATER);
    this.#next = id;
  }

  dispose(): void {
    this.#next = undefined;
    this.#reading?.abort();
  }

  async #read(id: number): Promise<void> {
    const reading = (this.#reading = new AbortController());
    const timer = setTimeout(() => reading.abort(), READ_MAX_MS);
    try {
      const connection = await this.#parts.open(reading.signal);
      const stop = () => {
        void connection.cancel().catch(() => undefined); // the server may also be gone
        connection.close();
      };
      reading.signal.addEventListener('abort', stop);
      if (reading.signal.aborted) stop();
      try {
        await this.#send(id, connection, reading.signal);
      } finally {
        reading.signal.removeEventListener('abort', stop);
        connection.close();
      }
    } catch (error) {
      this.#failed(id, reading.signal.aborted ? 'The list of tables took too long to read.' : errorMessage(error));
    } finally {
      clearTimeout(timer);
    }
    this.#reading = undefined;
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.read(next);
  }

  async #send(id: number, connection: DatabaseConnection, signal: AbortSignal): Promise<void> {
    const { send, ready } = this.#parts;
    const { results } = connection.run(CATALOG_SQL[connection.protocol]);
    let portion: Draft[] = [];
    let chars = 0;
    let count = 0;
    let rows = 0;
    for (let step = await results.peek(); step; step = await results.peek()) {
      results.take();
      if (step.kind !== 'row') continue;
      if (++rows > TABLES_MAX + ALL_COLUMNS_MAX) break; // a server without support for LIMIT
      const [schema = '', name = '', kind = '', column = '', type = ''] = step.row.map(wordsOf);
      let table = portion.at(-1);
      if (table?.name !== name || table.schema !== schema) {
        if (chars > FRAME_CHARS) {
          send({ type: 'catalog', id, tables: portion, last: false });
          [portion, chars] = [[], 0];
          await ready();
          await setImmediate(); // other work runs in between
          signal.throwIfAborted();
        }
        if (++count > TABLES_MAX) break;
        portion.push((table = { schema, name, kind: kind === 'view' ? 'view' : 'table', columns: [] }));
        chars += schema.length + name.length;
      }
      // The console expects each table in one frame.
      if (column === '' || table.columns.length === COLUMNS_MAX) continue;
      table.columns.push({ name: column, type });
      chars += column.length + type.length;
    }
    send({ type: 'catalog', id, tables: portion, last: true });
    send({ type: 'done', id, ms: 0 });
  }

  #failed(id: number, message: string): void {
    this.#parts.send({ type: 'failed', id, message });
    this.#parts.send({ type: 'done', id, ms: 0 });
  }
}

type Draft = CatalogTable & { columns: { name: string; type: string }[] };

function wordsOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return toName(cell, NAME_MAX_CHARS);
  const words = 'cut' in cell ? cell.cut : Buffer.from(cell.binary, 'base64').toString('utf8');
  return toName(words, NAME_MAX_CHARS);
}

/** A row for each column. Only tables that the user may read, without system tables. */
const CATALOG_SQL: Readonly<Record<QueryProtocol, string>> = {
  postgres: `SELECT n.nspname, c.relname, CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END,
  a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm')
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_(catalog|toast|temp)'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname, c.relname, a.attnum LIMIT ${ALL_COLUMNS_MAX}`,
  mysql: `SELECT t.TABLE_SCHEMA, t.TABLE_NAME, CASE WHEN t.TABLE_TYPE LIKE '%VIEW' THEN 'view' ELSE 'table' END,
  c.COLUMN_NAME, c.COLUMN_TYPE
FROM information_schema.TABLES t
JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME
WHERE t.TABLE_SCHEMA = DATABASE() AND c.TABLE_SCHEMA = DATABASE()
ORDER BY t.TABLE_NAME, c.ORDINAL_POSITION LIMIT ${ALL_COLUMNS_MAX}`,
};
