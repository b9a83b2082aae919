import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { splitStatements, type Statement } from '../../../wire/query/splitStatements.ts';

/**
 * The statement that a cursor stands in or right behind, else the one before it, else the first one; undefined in a text
 * without statements.
 */
export function statementAt(sql: string, offset: number, protocol: QueryProtocol): Statement | undefined {
  const statements = splitStatements(sql, protocol);
  // Behind a statement stands its semicolon, which belongs to it.
  const within = statements.find(({ start, end }) => offset >= start && offset <= end + (sql[end] === ';' ? 1 : 0));
  return within ?? statements.findLast(({ end }) => end < offset) ?? statements[0];
}

/** What a person asked to run: the marked text, else the statement at the cursor. */
export function textToRun(
  sql: string,
  { from, to }: { from: number; to: number },
  protocol: QueryProtocol,
): Omit<Statement, 'word'> | undefined {
  if (from === to) return statementAt(sql, from, protocol);
  const [first, ...more] = splitStatements(sql.slice(from, to), protocol);
  if (!first) return undefined;
  const last = more.at(-1) ?? first;
  return { text: sql.slice(from + first.start, from + last.end), start: from + first.start, end: from + last.end };
}
