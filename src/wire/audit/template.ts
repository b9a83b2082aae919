import { at, wordOf } from '../../lib/json.ts';

/** An audit event as it was recorded: flat, of keys that may hold dots. */
export type AuditEvent = Readonly<Record<string, unknown>>;

/** Longest text of a query, and of any other value (screens, Appendix A). */
const QUERY_CHARS = 80;
const VALUE_CHARS = 300;

export const cutTo = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 3)}...` : text;

/** One value in words, on one line; '' where there is nothing to say. A key with dots is one key, or a path. */
export function valueOf(event: AuditEvent, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : at(event, ...key.split('.'));
  const words = Array.isArray(value) ? value.flatMap((one) => wordOf(one) ?? []).join(', ') : (wordOf(value) ?? '');
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The first of the keys that says something. */
export const firstOf = (event: AuditEvent, ...keys: readonly string[]): string =>
  keys.map((key) => valueOf(event, key)).find(Boolean) ?? '';

/** Names that a template uses for what has several keys. */
const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  host: ['server_hostname', 'addr.local'],
  server: ['server_hostname', 'server_addr', 'server_id'],
  desktop: ['desktop_name', 'desktop_addr'],
  list: ['access_list_title', 'access_list_name', 'name'],
};
const MISSING: Readonly<Record<string, string>> = {
  user: 'somebody',
  updated_by: 'somebody',
  reviewer: 'somebody',
  host: 'a server',
  server: 'a server',
  desktop: 'a desktop',
};

function filled(event: AuditEvent, placeholder: string): string {
  const isQuery = placeholder.startsWith('~');
  const name = isQuery ? placeholder.slice(1) : placeholder;
  const text = firstOf(event, ...(SHORTHANDS[name] ?? name.split('|')));
  return cutTo(text, isQuery ? QUERY_CHARS : VALUE_CHARS);
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fills a sentence: `{key}` is a value, or a word for its absence; `{a|b}` the first that there is; `{~key}` a query,
 * cut short; what stands in `[…]` is left out where one of its values is missing.
 */
export function fillSentence(template: string, event: AuditEvent): string {
  const optional = template.replaceAll(/\[([^\]]*)\]/g, (_, part: string) =>
    [...part.matchAll(/\{([^}]+)\}/g)].every(([, name = '']) => filled(event, name) !== '') ? part : '',
  );
  return optional.replaceAll(/\{([^}]+)\}/g, (_, name: string, index: number) => {
    const text = filled(event, name);
    if (text) return text;
    const missing = MISSING[name] ?? 'unknown';
    return index === 0 ? upper(missing) : missing;
  });
}

/** How the events of one code read: a short label, and a sentence as `fillSentence` takes it. */
export type AuditLine = {
  label: string;
  sentence: string | ((event: AuditEvent) => string);
  /** Where one code has two outcomes; else its last letter tells (screens, Appendix A). */
  failed?: (event: AuditEvent) => boolean;
  /** The label of an event that failed, where it has one of its own. */
  failedLabel?: string;
};
export type AuditLines = Readonly<Record<string, AuditLine>>;

/** One line per code: label and sentence. */
export const lines = (table: Readonly<Record<string, readonly [label: string, sentence: AuditLine['sentence']]>>) =>
  Object.fromEntries(Object.entries(table).map(([code, [label, sentence]]) => [code, { label, sentence }]));
