import { formatDuration } from '../../lib/dates.ts';
import { at, wordOf } from '../../lib/json.ts';
import { parseGoDuration } from '../duration.ts';

/** An audit event as it was recorded: flat, of keys that may hold dots. */
export type AuditEvent = Readonly<Record<string, unknown>>;

/** Longest text of a query, and of any other value (screens, Appendix A). */
const QUERY_CHARS = 80;
const VALUE_CHARS = 300;

export const cutTo = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 3)}...` : text;

/** Whitespace that changes when the text is put on one line. */
const ODD_BLANKS = /^ | $| {2}|[^\S ]/;

/** One value as text on one line, or '' if there is none. A key with dots is one key, or a path. */
export function valueOf(event: AuditEvent, key: string): string {
  const value = Object.hasOwn(event, key) ? event[key] : at(event, ...key.split('.'));
  if (typeof value === 'string' && !ODD_BLANKS.test(value)) return value;
  const words = Array.isArray(value) ? value.flatMap((item) => wordOf(item) ?? []).join(', ') : (wordOf(value) ?? '');
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** The first non-empty value of these keys. */
export function firstOf(event: AuditEvent, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = valueOf(event, key);
    if (value) return value;
  }
  return '';
}

/** Template names for values that several keys can hold. */
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

type Placeholder = { keys: readonly string[]; chars: number; missing: string };
/** Text, a placeholder, or parts that are left out together. */
type Part = string | Placeholder | readonly (string | Placeholder)[];

function toPlaceholder(text: string): Placeholder {
  const isQuery = text.startsWith('~');
  const name = isQuery ? text.slice(1) : text;
  return {
    keys: SHORTHANDS[name] ?? name.split('|'),
    chars: isQuery ? QUERY_CHARS : VALUE_CHARS,
    missing: MISSING[text] ?? 'unknown',
  };
}

const toParts = (text: string): readonly (string | Placeholder)[] =>
  text
    .split(/(\{[^{}]+\})/)
    .filter(Boolean)
    .map((part) => (/^\{[^}]+\}$/.test(part) ? toPlaceholder(part.slice(1, -1)) : part));

/** Compiled templates. A log has many events and few templates. */
const compiled = new Map<string, readonly Part[]>();
const COMPILED_MAX = 2000;

function compile(template: string): readonly Part[] {
  const cached = compiled.get(template);
  if (cached) return cached;
  const parts = template
    .split(/(\[[^\][]*\])/)
    .flatMap((part): readonly Part[] => (/^\[[^\]]*\]$/.test(part) ? [toParts(part.slice(1, -1))] : toParts(part)));
  if (compiled.size < COMPILED_MAX) compiled.set(template, parts);
  return parts;
}

/** `1h0m0s` → `1 h`. */
function durationLabel(text: string): string {
  const duration = parseGoDuration(text);
  return duration.ok ? formatDuration(duration.ms) : text;
}

function filled(event: AuditEvent, { keys, chars }: Placeholder): string {
  const text = cutTo(firstOf(event, ...keys), chars);
  return keys[0] === 'ttl' ? durationLabel(text) : text;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fills a sentence. `{key}` is a value, or a word for its absence. `{a|b}` is the first value that exists. `{~key}` is
 * a query, cut short. The content of `[…]` is left out if one of its values is missing.
 */
export function fillSentence(template: string, event: AuditEvent): string {
  let sentence = '';
  for (const part of compile(template)) {
    if (typeof part === 'string') sentence += part;
    else if ('missing' in part)
      sentence += filled(event, part) || (sentence === '' ? upper(part.missing) : part.missing);
    else {
      const texts = part.map((piece) => (typeof piece === 'string' ? piece : filled(event, piece)));
      if (part.every((piece, i) => typeof piece === 'string' || texts[i] !== '')) sentence += texts.join('');
    }
  }
  return sentence;
}

/** The texts of one code: a short label, and a sentence in the form that `fillSentence` takes. */
export type AuditLine = {
  label: string;
  sentence: string | ((event: AuditEvent) => string);
  /** Only for codes with two outcomes. Otherwise the last letter of the code decides (screens, Appendix A). */
  failed?: (event: AuditEvent) => boolean;
  /** The label of a failed event, if it differs. */
  failedLabel?: string;
};
export type AuditLines = Readonly<Record<string, AuditLine>>;

/** One line per code: label and sentence. */
export const lines = (table: Readonly<Record<string, readonly [label: string, sentence: AuditLine['sentence']]>>) =>
  Object.fromEntries(Object.entries(table).map(([code, [label, sentence]]) => [code, { label, sentence }]));
