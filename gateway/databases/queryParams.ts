// The parameters of a request for the socket of a database (streams §11.1).
export type QueryParams = {
  /** The database user, as in roles. */
  user: string;
  database: string;
};

const NAME_MAX_CHARS = 256;
/** Control characters separate the fields of a sign-in. */
const CONTROLS = /\p{Cc}/u;

/** `query`: returns '' for missing parameters. The problem is a sentence for the user. */
export function parseQueryParams(query: (name: string) => string): QueryParams | { problem: string } {
  const [user, database] = [query('user'), query('database')];
  if (user === '' || database === '')
    return { problem: 'The console was opened without a user or a database. Select both in the list of databases.' };
  for (const [label, name] of [
    ['user', user],
    ['database', database],
  ] as const) {
    if (name.length > NAME_MAX_CHARS)
      return { problem: `The name of the ${label} is longer than ${NAME_MAX_CHARS} characters. Select another one.` };
    if (CONTROLS.test(name)) return { problem: `The name of the ${label} has control characters. Select another one.` };
  }
  return { user, database };
}
