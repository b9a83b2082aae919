// What the gateway has to know of a statement: its first word. Servers judge all else.
import { firstWord } from '../../src/wire/query/firstWord.ts';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';

const READING = ['select', 'with', 'values', 'table', 'show', 'explain'];
const READ_ONLY: Readonly<Record<QueryProtocol, readonly string[]>> = {
  postgres: READING,
  mysql: [...READING, 'describe', 'desc'],
};
const WRITING = /\b(insert|update|delete|merge|replace)\b/i;
/** Files of the server are no part of a transaction. */
const INTO_FILE = /\b(outfile|dumpfile)\b/i;

/** Rows that are not read can wait: nothing that the statement changes waits with them. */
export function mayStayOpen(sql: string, protocol: QueryProtocol): boolean {
  const word = firstWord(sql, protocol);
  return READ_ONLY[protocol].includes(word) && (word === 'select' || !WRITING.test(sql));
}

/** Why a session that may only read does not send the statement; the server refuses what gets past this. */
export function readOnlyRefusal(sql: string, protocol: QueryProtocol): string | undefined {
  if (!READ_ONLY[protocol].includes(firstWord(sql, protocol)))
    return `Your roles allow reading only: statements begin with ${READ_ONLY[protocol].map((word) => word.toUpperCase()).join(', ')}.`;
  if (protocol === 'mysql' && INTO_FILE.test(sql))
    return 'Your roles allow reading only: OUTFILE and DUMPFILE write files.';
  return undefined;
}

/** COPY needs a client that sends or takes files. */
export function copyRefusal(sql: string, protocol: QueryProtocol): string | undefined {
  const isCopy = protocol === 'postgres' && firstWord(sql, protocol) === 'copy' && /\bstd(in|out)\b/i.test(sql);
  return isCopy
    ? 'COPY FROM STDIN and COPY TO STDOUT are not possible here. Use INSERT, or SELECT and export the result.'
    : undefined;
}

const EXPLAINED = ['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'replace', 'merge'];
const EXPLAIN: Readonly<Record<QueryProtocol, string>> = { postgres: 'EXPLAIN (FORMAT TEXT) ', mysql: 'EXPLAIN ' };

/** The statement that gives the plan; undefined where there is none, or it would run the statement (EXPLAIN ANALYZE). */
export const toExplain = (sql: string, protocol: QueryProtocol): string | undefined =>
  EXPLAINED.includes(firstWord(sql, protocol)) ? EXPLAIN[protocol] + sql : undefined;
