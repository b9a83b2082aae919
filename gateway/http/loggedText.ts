import { REDACTED, urlWithoutRoute } from './loggedUrl.ts';

/** Limit of one text in a line. */
const TEXT_MAX_CHARS = 2048;

/** Values that the gateway generates: session ids, bearer tokens, tokens of links. */
const GENERATED = /[0-9a-f]{32,}/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;
/** An address, a path or a query. */
const ADDRESS = /(https?:\/\/[^\s"'<>()/?#]*)?([/?][^\s"'<>()]*)/gi;
const OF_THIS_SERVER = /^\/+(?:v1\/+)*(?:webapi|web|scripts)(?:[/?#]|$)/;

/** A text that may contain parts of a request: removes possible secrets and cuts it. */
export const loggedText = (text: string): string =>
  cut(
    text
      .slice(0, 2 * TEXT_MAX_CHARS)
      .replace(PRIVATE_KEY, REDACTED)
      .replace(ADDRESS, (_, origin: string | undefined, rest: string) => withoutAccount(origin) + withoutOurs(rest))
      .replace(GENERATED, REDACTED),
  );

export const cut = (text: string, max = TEXT_MAX_CHARS): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;

const withoutAccount = (origin = ''): string => origin.replace(/(?<=^https?:\/\/)[^@]*@/i, `${REDACTED}@`);

/** Keeps file names and paths of other servers. Removes queries and paths of this server, which escapes may hide. */
function withoutOurs(rest: string): string {
  const query = rest.indexOf('?');
  const path = query < 0 ? rest : rest.slice(0, query);
  if (OF_THIS_SERVER.test(rest) || path.includes('%')) return urlWithoutRoute(rest);
  return query < 0 ? path : path + urlWithoutRoute(rest.slice(query));
}
