import type { CatalogTable } from '../../../wire/query/messages.ts';
import { RESERVED_WORDS } from './reservedWords.ts';

export type Suggestion = {
  label: string;
  detail: string;
  insert: string;
  kind: 'table' | 'column' | 'schema' | 'keyword';
};

const KEYWORDS =
  'ALL AND AS ASC BEGIN BETWEEN BY CASE COMMIT COUNT CREATE CROSS DELETE DESC DISTINCT DROP ELSE END EXISTS EXPLAIN FALSE FROM FULL GROUP HAVING IN INNER INSERT INTO IS JOIN LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER RIGHT ROLLBACK SELECT SET TABLE THEN TRUE TRUNCATE UNION UPDATE USING VALUES VIEW WHEN WHERE WITH'.split(
    ' ',
  );
const COLUMNS_MAX = 1000;
const TABLES_MAX = 2000;
const SOURCES_MAX = 50;

/** `isQuoted`: the user has typed an opening quote, so the name is quoted too. */
type Quoting = { protocol: 'postgres' | 'mysql'; isQuoted?: boolean };

/** A name in SQL syntax, quoted only if it would have another meaning without quotes. */
export function quoteName(name: string, { protocol, isQuoted = false }: Quoting): string {
  const isPlain = protocol === 'postgres' ? /^[a-z_][a-z0-9_$]*$/.test(name) : /^[A-Za-z_][A-Za-z0-9_$]*$/.test(name);
  if (isPlain && !isQuoted && !RESERVED_WORDS[protocol].has(name.toUpperCase())) return name;
  return protocol === 'postgres' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60|[\p{L}_][\p{L}\p{N}_$]*)`;
const SOURCES = new RegExp(
  String.raw`\b(?:from|join|update|into|,)\s+(${NAME})(?:\s*\.\s*(${NAME}))?(?:\s+(?:as\s+)?(?!on\b|where\b|join\b|left\b|right\b|inner\b|full\b|cross\b|set\b|order\b|group\b|limit\b|using\b|values\b|union\b)(${NAME}))?`,
  'giu',
);
const BEHIND_DOT = new RegExp(String.raw`(${NAME})\s*\.\s*[\p{L}\p{N}_$]*$`, 'u');
const WANTS_TABLE = /\b(?:from|join|update|into|table)\s+[\p{L}\p{N}_$]*$/iu;
/** How far a statement is read around the cursor. A longer text would slow down typing. */
const LOOK_AROUND = 20_000;

/** Where the quoted name begins, if the text ends inside one. */
export function openQuote(text: string, { protocol }: Quoting): number | undefined {
  const quote = protocol === 'postgres' ? '"' : '`';
  const at = text.lastIndexOf(quote);
  const isOpen = text.slice(text.lastIndexOf('\n') + 1).split(quote).length % 2 === 0;
  return isOpen && /^[\p{L}\p{N}_$ -]*$/u.test(text.slice(at + 1)) ? at : undefined;
}

const unquoted = (name: string): string =>
  /^["`]/.test(name) ? name.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`') : name.toLowerCase();

const isNamed = (name: string, target: string): boolean => name.toLowerCase() === target.toLowerCase();

type Source = { alias: string; table: CatalogTable };

/** Tables that a statement reads, by the name that qualifies their columns. */
function sourcesOf(statement: string, tables: readonly CatalogTable[]): Source[] {
  return [...statement.matchAll(SOURCES)].slice(0, SOURCES_MAX).flatMap(([, first = '', second, alias]): Source[] => {
    const name = unquoted(second ?? first);
    const schema = second === undefined ? undefined : unquoted(first);
    const table = tables.find(
      (one) => isNamed(one.name, name) && (schema === undefined || isNamed(one.schema, schema)),
    );
    return table ? [{ alias: alias === undefined ? name : unquoted(alias), table }] : [];
  });
}

type CursorContext = {
  /** The statement at the cursor, and the cursor's offset in it. */
  statement: string;
  offset: number;
};

/**
 * Suggestions at the cursor: columns after `alias.`, tables after FROM and JOIN, otherwise both and the keywords of
 * SQL.
 */
export function completionsAt(
  { statement, offset }: CursorContext,
  tables: readonly CatalogTable[],
  quoting: Quoting,
): Suggestion[] {
  const from = Math.max(0, offset - LOOK_AROUND);
  const before = statement.slice(from, offset);
  const around = statement.slice(from, offset + LOOK_AROUND);
  const columnsOf = (table: CatalogTable): Suggestion[] =>
    table.columns.map(({ name, type }) => ({
      label: name,
      detail: `${table.name} · ${type}`,
      insert: quoteName(name, quoting),
      kind: 'column',
    }));
  const tableItem = (table: CatalogTable, withSchema: boolean): Suggestion => ({
    label: table.name,
    detail: `${table.schema} · ${table.kind}`,
    insert: `${withSchema ? `${quoteName(table.schema, quoting)}.` : ''}${quoteName(table.name, quoting)}`,
    kind: 'table',
  });
  const behindDot = BEHIND_DOT.exec(before)?.[1];
  if (behindDot !== undefined) {
    const name = unquoted(behindDot);
    const sources = sourcesOf(around, tables).filter(({ alias, table }) => alias === name || isNamed(table.name, name));
    const [found] =
      sources.length > 0 ? sources.map(({ table }) => table) : tables.filter((t) => isNamed(t.name, name));
    const inSchema = tables.filter(({ schema }) => isNamed(schema, name));
    return [...(found ? columnsOf(found) : []), ...inSchema.map((table) => tableItem(table, false))].slice(
      0,
      COLUMNS_MAX,
    );
  }
  const names = new Map<string, number>();
  for (const { name } of tables) names.set(name, (names.get(name) ?? 0) + 1);
  const allTables = tables.slice(0, TABLES_MAX).map((table) => tableItem(table, (names.get(table.name) ?? 0) > 1));
  const schemas = [...new Set(tables.map(({ schema }) => schema))].map((schema): Suggestion => ({
    label: schema,
    detail: 'schema',
    insert: quoteName(schema, quoting),
    kind: 'schema',
  }));
  if (WANTS_TABLE.test(before)) return [...allTables, ...schemas];
  const columns = sourcesOf(around, tables).flatMap(({ table }) => columnsOf(table));
  const keywords = quoting.isQuoted ? [] : KEYWORDS;
  const words = keywords.map((word): Suggestion => ({ label: word, detail: '', insert: word, kind: 'keyword' }));
  return [...columns.slice(0, COLUMNS_MAX), ...words, ...allTables, ...schemas];
}
