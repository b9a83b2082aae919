// Types of PostgreSQL by their numbers, which never change for built-in types.
import type { ColumnKind } from '../../../src/wire/query/messages.ts';

export const BYTEA = 17;

const KINDS: readonly (readonly [ColumnKind, readonly number[]])[] = [
  ['binary', [BYTEA]],
  ['boolean', [16]],
  ['number', [20, 21, 23, 26, 700, 701, 790, 1700]],
  ['time', [1082, 1083, 1114, 1184, 1266]],
  ['json', [114, 3802]],
];
const KIND_OF: ReadonlyMap<number, ColumnKind> = new Map(
  KINDS.flatMap(([kind, numbers]) => numbers.map((number) => [number, kind] as const)),
);

export const kindOfType = (oid: number): ColumnKind => KIND_OF.get(oid) ?? 'text';

/** Limit of types whose names a session loads: a few hundred are built in, and databases add more. */
const TYPES_MAX = 5000;

/** Version of the server, and names of types. Types that are created later are shown by their number. */
export const FACTS_SQL = `SELECT 0 AS oid, current_setting('server_version') AS name
UNION ALL (SELECT oid::bigint, format_type(oid, NULL) FROM pg_catalog.pg_type WHERE typtype <> 'c' ORDER BY 1 LIMIT ${TYPES_MAX})`;
