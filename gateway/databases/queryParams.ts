// What a client asks for when it opens the socket of a database (streams §11.1).
import { PROTOCOLS_WITHOUT_NAMES } from '../../src/wire/diagnostics.ts';

export type QueryParams = {
  /** User of the database. */
  user: string;
  /** Its name; '': none. */
  database: string;
};

/** Of names that databases have. */
const NAME_MAX_CHARS = 256;

/** `query`: '' for what is absent. The problem is a sentence for the user. */
export function parseQueryParams(query: (name: string) => string): QueryParams | { problem: string } {
  const params = { user: query('user'), database: query('database') };
  if (params.user === '') return { problem: 'No database user was chosen. Select one in the list of databases.' };
  const isName = (name: string) => name.length <= NAME_MAX_CHARS && !name.includes('\0');
  return Object.values(params).every(isName)
    ? params
    : { problem: `Names of users and databases have ${NAME_MAX_CHARS} characters at most.` };
}

/** What the roles are asked about: names do not count where connections have none (resource-specs §1.2). */
export const principalsOf = (
  protocol: string,
  { user, database }: QueryParams,
): { dbUser: string; dbName?: string } => ({
  dbUser: user,
  ...(!PROTOCOLS_WITHOUT_NAMES.includes(protocol) && { dbName: database }),
});
