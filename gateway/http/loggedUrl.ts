import { parseQuery } from './url.ts';
import { SHOWN_IN_PATH, SHOWN_IN_QUERY, SHOWN_SEGMENTS } from './shownParameters.ts';

export const REDACTED = '[redacted]';

const URL_MAX_CHARS = 512;
/** Limit for a query, and for a path that no route matched. The rest is left out. */
const READ_MAX_CHARS = 2048;
/** Limit of segments of a path that no route matched. */
const SEGMENTS_MAX = 16;

/** A request that a route matched: its template with the parameters that may be shown, and its query. */
export function urlOfRoute(
  template: string,
  params: Readonly<Record<string, string | undefined>>,
  url: string,
): string {
  const segments = template.split('/');
  const parts: string[] = [];
  for (const [i, segment] of segments.entries()) {
    const isParameter = segment.startsWith(':') || segment === '*';
    const value = params[segment.replace(':', '')] ?? '';
    if (!isParameter) parts.push(segment);
    else if (SHOWN_IN_PATH[`${segments[i - 1] ?? ''}/${segment}`]?.(value, parts[i - 1] ?? ''))
      parts.push(escaped(value));
    else parts.push(segment === '*' ? knownSegments(value) : REDACTED);
  }
  return cut(parts.join('/') + shownQuery(url));
}

/** An address that no route matched: unknown parts may be secrets in the wrong place. */
export function urlWithoutRoute(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return cut(knownSegments(path) + shownQuery(url));
}

function knownSegments(path: string): string {
  const segments = path.slice(0, READ_MAX_CHARS).split('/');
  const shown = segments
    .slice(0, SEGMENTS_MAX)
    .map((each) => (each === '' || SHOWN_SEGMENTS.has(each) ? each : REDACTED));
  return shown.join('/') + (segments.length > SEGMENTS_MAX ? '/…' : '');
}

/** Known names, and values that may be shown. A secret can also be in the place of a name. */
function shownQuery(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const text = url.slice(start + 1);
  const pairs: string[] = [];
  let hasMore = text.length > READ_MAX_CHARS;
  for (const [name, value] of parseQuery(text.slice(0, READ_MAX_CHARS))) {
    const rule = Object.hasOwn(SHOWN_IN_QUERY, name) ? SHOWN_IN_QUERY[name] : undefined;
    if (rule) pairs.push(`${name}=${rule(value, name) ? escaped(value) : value && REDACTED}`);
    else hasMore = true;
  }
  return `?${[...pairs, ...(hasMore ? [REDACTED] : [])].join('&')}`;
}

/** Readable, on one line, and without characters that control a terminal. */
const escaped = (value: string): string =>
  encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%40', '@');

const cut = (text: string): string => (text.length > URL_MAX_CHARS ? `${text.slice(0, URL_MAX_CHARS)}…` : text);
