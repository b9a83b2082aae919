import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { plainText, splitStatements } from '../../../wire/query/splitStatements.ts';

const READING = ['select', 'with', 'values', 'table', 'show', 'explain', 'describe', 'desc'];
/** Changes that a reading statement can make: a table, a setting, a variable, a lock. */
const LEAVES_SOMETHING = /\b(?:into|set_config|analy[sz]e|\w*_lock\w*)\b|:=/i;

/** Whether the text may change settings of the session, so that a new session of the same user may differ. */
export const mayChangeSession = (sql: string, protocol: QueryProtocol): boolean =>
  splitStatements(sql, protocol).some(({ text, word }) => !READING.includes(word) || LEAVES_SOMETHING.test(text));

/** Whether the text may change the names of tables and columns. */
export const changesTables = (sql: string, protocol: QueryProtocol): boolean =>
  splitStatements(sql, protocol).some(({ word }) => ['create', 'drop', 'alter', 'rename'].includes(word));

/** The database of each USE of a text (MySQL), in order. Undefined if its name cannot be read. */
export const usedDatabases = (sql: string, protocol: QueryProtocol): (string | undefined)[] =>
  splitStatements(sql, protocol)
    .filter(({ word }) => protocol === 'mysql' && word === 'use')
    .map(({ text }) => {
      const [, quoted, plain] =
        /^use\s*(?:`((?:[^`]|``)+)`|([^\s`"]+))$/i.exec(plainText(text, protocol, 'kept').trim()) ?? [];
      return quoted?.replaceAll('``', '`') ?? plain;
    });
