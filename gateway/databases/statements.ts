// The gateway checks only the first word and some patterns of a statement. Servers check everything else.
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { plainText, type Statement } from '../../src/wire/query/splitStatements.ts';

/** A statement for the database. */
export type SentStatement = Pick<Statement, 'text' | 'word'>;

const READING = ['select', 'with', 'values', 'table', 'show', 'explain'];
const READ_ONLY: Readonly<Record<QueryProtocol, readonly string[]>> = {
  postgres: READING,
  mysql: [...READING, 'describe', 'desc'],
};
const WRITING = /\b(insert|update|delete|merge|replace)\b/i;
/** Server files are not part of a transaction. */
const INTO_FILE = /\b(outfile|dumpfile)\b/i;
/** A comment that MySQL or MariaDB executes. */
const RUN_COMMENT = /\/\*M?!/;
/** The end of quoted texts depends on the mode of the server, or on its hints. */
const UNCLEAR_QUOTES = /\\|\/\*\+/;

/** Whether unread rows can wait: the statement changes nothing that would wait too. */
export const mayStayOpen = ({ text, word }: SentStatement, protocol: QueryProtocol): boolean =>
  READ_ONLY[protocol].includes(word) && (word === 'select' || !WRITING.test(text));

/** Why a read-only session does not send the statement. The server refuses what passes this check. */
export function readOnlyRefusal({ text, word }: SentStatement, protocol: QueryProtocol): string | undefined {
  if (!READ_ONLY[protocol].includes(word))
    return `Your roles allow reading only: statements begin with ${READ_ONLY[protocol].map((word) => word.toUpperCase()).join(', ')}.`;
  if (protocol === 'postgres' || !(INTO_FILE.test(text) || RUN_COMMENT.test(text))) return undefined;
  const judged = UNCLEAR_QUOTES.test(text) ? text : plainText(text, protocol, 'dropped');
  if (RUN_COMMENT.test(judged)) return 'Your roles allow reading only: comments with /*! can write files.';
  return INTO_FILE.test(judged) ? 'Your roles allow reading only: OUTFILE and DUMPFILE write files.' : undefined;
}

/** It needs a client that sends or receives files. */
export const NO_COPY =
  'COPY FROM STDIN and COPY TO STDOUT are not possible here. Use INSERT, or SELECT and export the result.';

export function copyRefusal({ text, word }: SentStatement, protocol: QueryProtocol): string | undefined {
  const isCopy = protocol === 'postgres' && word === 'copy' && /\bstd(in|out)\b/i.test(text);
  return isCopy ? NO_COPY : undefined;
}

const EXPLAINED = ['select', 'with', 'values', 'table', 'insert', 'update', 'delete', 'replace', 'merge'];
const EXPLAIN: Readonly<Record<QueryProtocol, string>> = { postgres: 'EXPLAIN (FORMAT TEXT) ', mysql: 'EXPLAIN ' };

/** The statement that returns the plan. undefined if there is none, or it would run the statement (EXPLAIN ANALYZE). */
export const toExplain = ({ text, word }: SentStatement, protocol: QueryProtocol): SentStatement | undefined =>
  EXPLAINED.includes(word) ? { text: EXPLAIN[protocol] + text, word: 'explain' } : undefined;
