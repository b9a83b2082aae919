import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { plainText, splitStatements } from '../../../wire/query/splitStatements.ts';

const READING = ['select', 'with', 'values', 'table', 'show', 'explain', 'describe', 'desc'];
/** What a statement that reads can leave behind: a table, a setting, a variable, a lock. */
const LEAVES_SOMETHING = /\b(?:into|set_config|analy[sz]e|\w*_lock\w*)\b|:=/i;

/** Another session of the same user may differ from one in which this text was run. */
export const mayChangeSession = (sql: string, protocol: QueryProtocol): boolean =>
  splitStatements(sql, protocol).some(({ text, word }) => !READING.includes(word) || LEAVES_SOMETHING.test(text));

/** The names of tables and columns may be others afterwards. */
export const changesTables = (sql: string, protocol: QueryProtocol): boolean =>
  splitStatements(sql, protocol).some(({ word }) => ['create', 'drop', 'alter', 'rename'].includes(word));

/** The database of each USE of a text (MySQL), in order; undefined where its name cannot be read. */
export const usedDatabases = (sql: string, protocol: QueryProtocol): (string | undefined)[] =>
  splitStatements(sql, protocol)
    .filter(({ word }) => protocol === 'mysql' && word === 'use')
    .map(({ text }) => {
      const [, quoted, plain] =
        /^use\s*(?:`((?:[^`]|``)+)`|([^\s`"]+))$/i.exec(plainText(text, protocol, 'kept').trim()) ?? [];
      return quoted?.replaceAll('``', '`') ?? plain;
    });
