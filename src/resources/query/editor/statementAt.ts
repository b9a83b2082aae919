import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { splitStatements, type Statement } from '../../../wire/query/splitStatements.ts';

/**
 * The statement at the cursor or directly before it, else the last one before it, else the first one. Undefined in a
 * text without statements.
 */
export function statementAt(sql: string, offset: number, protocol: QueryProtocol): Statement | undefined {
  const statements = splitStatements(sql, protocol);
  // The semicolon after a statement belongs to it.
  const within = statements.find(({ start, end }) => offset >= start && offset <= end + (sql[end] === ';' ? 1 : 0));
  return within ?? statements.findLast(({ end }) => end < offset) ?? statements[0];
}

/** The text to run: the selection, or else the statement at the cursor. */
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
