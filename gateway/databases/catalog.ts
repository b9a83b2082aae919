// Tables and columns of a database, for completion (streams §11.3).
import type { CatalogTable, QueryAnswer, QueryProtocol } from '../../src/wire/query/messages.ts';
import type { ResultQueue } from './ResultQueue.ts';

/** Columns of all tables together. */
const COLUMNS_MAX = 50_000;
/** Tables of one message. */
const PART_TABLES = 200;

/** Schema, table, kind, column, type; what the user cannot read is left out, the server's own tables come last. */
export const CATALOG_SQL: Readonly<Record<QueryProtocol, string>> = {
  postgres: `SELECT n.nspname, c.relname, CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END,
      a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)
    FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname !~ '^pg_(toast|temp)'
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
    ORDER BY n.nspname IN ('pg_catalog', 'information_schema'), n.nspname, c.relname, a.attnum LIMIT ${COLUMNS_MAX}`,
  mysql: `SELECT t.table_schema, t.table_name, IF(t.table_type LIKE '%VIEW', 'view', 'table'), c.column_name, c.column_type
    FROM information_schema.tables t
      JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
    ORDER BY t.table_schema IN ('information_schema', 'performance_schema', 'mysql', 'sys'), t.table_schema, t.table_name,
      c.ordinal_position LIMIT ${COLUMNS_MAX}`,
};

/** Sends what the statement gives, in parts; rejects with what it failed with. `ready`: the browser takes more. */
export async function sendCatalog(
  results: ResultQueue,
  id: number,
  send: (answer: QueryAnswer) => void,
  ready: () => Promise<void>,
): Promise<void> {
  let tables: (CatalogTable & { columns: { name: string; type: string }[] })[] = [];
  for (let step = await results.peek(); step; step = await results.peek()) {
    results.take();
    if (step.kind !== 'row') continue;
    const [schema = '', name = '', kind, column, type = ''] = step.row.map(toText);
    let table = tables.at(-1);
    if (table?.schema !== schema || table.name !== name) {
      if (tables.length === PART_TABLES) {
        send({ type: 'catalog', id, tables, last: false });
        tables = [];
        await ready();
        await new Promise((resolve) => setImmediate(resolve)); // others are served in between
      }
      table = { schema, name, kind: kind === 'view' ? 'view' : 'table', columns: [] };
      tables.push(table);
    }
    if (column !== undefined) table.columns.push({ name: column, type });
  }
  send({ type: 'catalog', id, tables, last: true });
}

const toText = (cell: unknown): string | undefined => (typeof cell === 'string' ? cell : undefined);
