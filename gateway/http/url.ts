// How the contract parses a URL: version prefix, escapes, query (http-auth §1.1).
import { decodePercent } from '../../src/lib/encoding.ts';

const VERSION_PREFIX = /^(\/v1)+(?=\/)/;
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
const INVALID_ESCAPE = /%(?![0-9a-fA-F]{2})/g;

/**
 * The URL for routing: without its `/v1` prefixes, and with invalid escapes made literal, so that the router neither
 * refuses nor drops them.
 */
export function routedUrl(url: string): string {
  const [path, query] = cutOnce(url.replace(ABSOLUTE_FORM, ''), '?');
  const routed = decodablePath(path.replace(VERSION_PREFIX, '') || '/');
  return query === undefined ? routed : `${routed}?${query}`;
}

function decodablePath(path: string): string {
  const literal = path.replace(INVALID_ESCAPE, '%25');
  // Checked by the result, because the bundler removes a call that is made only for its error.
  const isText = !literal.includes('%') || decodePercent(literal) !== literal;
  return isText ? literal : path.replaceAll('%', '%25'); // the escapes are not UTF-8
}

/** The unchanged path of a request, without its query and, for an absolute URL, without the host. */
export const pathOf = ({ originalUrl }: { originalUrl: string }): string =>
  cutOnce(originalUrl.replace(ABSOLUTE_FORM, ''), '?')[0] || '/';

/** Query parameters. Of a repeated one, the first counts. */
export type Query = ReadonlyMap<string, string>;

/** The query of a routed URL. */
export const queryOf = (url: string): Query => parseQuery(cutOnce(url, '?')[1] ?? '');

/** A pair with an invalid escape or a semicolon is left out, like in the reference. */
export function parseQuery(text: string): Query {
  const query = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const [rawName, rawValue = ''] = cutOnce(pair, '=');
    const name = unescapeQuery(rawName);
    const value = unescapeQuery(rawValue);
    if (name !== undefined && value !== undefined && !query.has(name)) query.set(name, value);
  }
  return query;
}

function unescapeQuery(text: string): string | undefined {
  if (text.search(INVALID_ESCAPE) >= 0) return undefined;
  const plain = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plain);
  } catch {
    // Invalid UTF-8 bytes are replaced, as any conversion to text would do.
    const bytes = plain.replace(/%([0-9a-fA-F]{2})|([^%]+)/g, (_, hex?: string, rest?: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : Buffer.from(rest ?? '', 'utf8').toString('latin1'),
    );
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
}

function cutOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A regular expression would search for the end from each slash of a long row, which takes seconds. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
