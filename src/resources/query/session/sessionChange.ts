import { firstWord } from '../../../wire/query/firstWord.ts';
import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { splitStatements } from '../../../wire/query/splitStatements.ts';

const READING = ['select', 'with', 'values', 'table', 'show', 'explain', 'describe', 'desc'];
/** What a statement that reads can leave behind: a table, a setting, a variable, a lock. */
const LEAVES_SOMETHING = /\b(?:into|set_config|analy[sz]e|\w*_lock\w*)\b|:=/i;

/** Another session of the same user may differ from one in which this text was run. */
export const mayChangeSession = (sql: string, protocol: QueryProtocol): boolean =>
  splitStatements(sql, protocol).some(
    ({ text }) => !READING.includes(firstWord(text, protocol)) || LEAVES_SOMETHING.test(text),
  );
