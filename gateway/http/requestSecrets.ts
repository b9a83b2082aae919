// Content of a request that the log must not repeat: errors of libraries and bugs may quote it.
import type { FastifyRequest } from 'fastify';
import { loggedRequest } from './loggedRequest.ts';
import { REDACTED } from './loggedUrl.ts';
import { queryOf } from './url.ts';

/** Headers without personal data or credentials. */
const HARMLESS_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'origin',
  'upgrade',
]);
/** Parameters that explain an error, such as a provider's reason to refuse a sign-in. */
const EXPLANATIONS = new Set(['error', 'error_description']);

/** Shorter values are words of ordinary messages. A one-time code has six characters. */
const SECRET_MIN_CHARS = 4;
/** Limit for one request. A message about a request with more values is left out. */
const SECRETS_MAX = 300;
/** Longer than any message that a program writes. */
const MESSAGE_MAX_CHARS = 16_384;

/** URLs cannot contain these. */
const LONE_SURROGATE = /\p{Cs}/u;

const bodies = new WeakMap<FastifyRequest, unknown>();

/** Call this with each body that was read. */
export const noteBody = (request: FastifyRequest, body: unknown): void => void bodies.set(request, body);

/** `text` without the values in the request's path, query, headers and body. */
export function withoutSecrets(text: string, request: FastifyRequest): string {
  const secrets = text.length > MESSAGE_MAX_CHARS ? undefined : secretsOf(request, text.length);
  if (!secrets) return REDACTED;
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
}

/**
 * The secrets that a text of `chars` characters can contain, longest first. undefined if there are too many to search.
 */
function secretsOf(request: FastifyRequest, chars: number): string[] | undefined {
  const found = new Set<string>();
  const shownAnyway = loggedRequest(request).url;
  const add = (value: string): void => {
    if (found.size > SECRETS_MAX || value.length > 2 * chars) return; // base64 is longer than its content
    for (const form of formsOf(value)) {
      if (form.length >= SECRET_MIN_CHARS && !shownAnyway.includes(form)) found.add(form);
    }
  };
  const [path = ''] = request.url.split('?', 1);
  const search = request.url.slice(path.length + 1);
  for (const value of Object.values(request.params as Record<string, string | undefined>)) add(value ?? '');
  for (const segment of path.split('/')) add(segment);
  for (const [name, value] of queryOf(request.url)) if (!EXPLANATIONS.has(name)) add(value);
  for (const pair of search.split('&')) if (!pair.startsWith('error')) add(pair.slice(pair.indexOf('=') + 1));
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HARMLESS_HEADERS.has(name)) for (const part of String(value).split(/[\s;=,]+/)) add(part);
  }
  addTexts(bodies.get(request), add, () => found.size > SECRETS_MAX);
  return found.size > SECRETS_MAX ? undefined : [...found].sort((a, b) => b.length - a.length);
}

/** The forms of a value: unchanged, URL-encoded, in JSON, and decoded from base64. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'base64');
  return [
    value,
    LONE_SURROGATE.test(value) ? '' : encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64') === value ? bytes.toString('utf8') : '',
  ];
}

/** Calls `add` with every text and number in a value, until `isFull`. */
function addTexts(value: unknown, add: (text: string) => void, isFull: () => boolean): void {
  const pending = [value];
  while (pending.length > 0 && !isFull()) {
    const next = pending.pop();
    if (typeof next === 'string' || typeof next === 'number') add(String(next));
    else if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) pending.push(member);
  }
}
