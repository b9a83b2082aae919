import { REDACTED, urlWithoutRoute } from './loggedUrl.ts';

/** Of one text in a line. */
const TEXT_MAX_CHARS = 2048;

/** What the gateway makes itself: session ids, bearer tokens, tokens of links. */
const GENERATED = /[0-9a-f]{32,}/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;
/** An address, a path or a query. */
const ADDRESS = /(https?:\/\/[^\s"'<>()/?#]*)?([/?][^\s"'<>()]*)/gi;
const OF_THIS_SERVER = /^\/+(?:v1\/+)*(?:webapi|web|scripts)(?:[/?#]|$)/;

/** A text that may hold parts of a request, without what may be a secret in it, and cut. */
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

/** Names of files and paths of other servers stay; queries do not, and escapes may hide a path of ours. */
function withoutOurs(rest: string): string {
  const query = rest.indexOf('?');
  const path = query < 0 ? rest : rest.slice(0, query);
  if (OF_THIS_SERVER.test(rest) || path.includes('%')) return urlWithoutRoute(rest);
  return query < 0 ? path : path + urlWithoutRoute(rest.slice(query));
}
