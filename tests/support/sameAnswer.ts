// Compares a gateway's answer with that of the recorded cluster.
import type { Answer } from './ApiClient.ts';
import { recordedHeaders, type Recorded } from './recorded.ts';
import { shapeFaults } from './sameShape.ts';

/** Headers that must be the same. */
const EXACT = ['content-type', 'cache-control', 'pragma', 'expires', 'x-content-type-options', 'vary', 'location'];
/** Headers that must be present. Our values are stricter. */
const PRESENT = ['content-security-policy', 'x-frame-options', 'referrer-policy'];
/** Texts that show internals of the reference, its language's types and parsers. Any clear message may replace them. */
const INSIDES =
  /Go (struct|value)|unmarshal|json: |yaml: |types\.|invalid character|unexpected end of JSON|strconv|parse "|cannot parse/;

/** One sentence for each difference. */
export function answerFaults(record: Recorded, answer: Answer): string[] {
  const { response } = record;
  if (response.status !== answer.status) {
    return [`status ${answer.status}, expected ${response.status}: ${answer.text.slice(0, 200)}`];
  }
  return [
    ...(response.format === undefined || response.format === 'size only' || response.format === formatOf(answer.text)
      ? []
      : [`format ${formatOf(answer.text)}, expected ${response.format}`]),
    ...headerFaults(record, answer),
    ...(isJson(response.format) ? shapeFaults(response.body, answer.json) : []),
    ...textFaults(response.body, answer),
  ];
}

const isJson = (format: string | undefined): boolean => format?.startsWith('json') ?? false;

function formatOf(text: string): string {
  if (text === '') return 'empty';
  const value = parsed(text);
  if (value === undefined) return 'text';
  return text === JSON.stringify(value) ? 'json, compact' : 'json, indented by 4';
}

function headerFaults(record: Recorded, { headers }: Answer): string[] {
  const expected = recordedHeaders(record);
  const wrong = EXACT.filter((name) => masked(expected[name]) !== masked(headers[name]));
  const missing = PRESENT.filter((name) => expected[name] !== undefined && headers[name] === undefined);
  const [wanted, had] = [cookiesOf(expected['set-cookie']), cookiesOf(headers['set-cookie'])];
  return [
    ...wrong.map((name) => `${name}: ${String(headers[name])}, expected ${String(expected[name])}`),
    ...missing.map((name) => `${name} is missing`),
    ...(wanted === had ? [] : [`set-cookie: ${had}, expected ${wanted}`]),
  ];
}

/** Cookies by name, kind of value and flags. SameSite may be stricter. */
const cookiesOf = (lines: string | string[] | undefined): string =>
  [lines ?? []]
    .flat()
    .map((line) =>
      line
        .replace(/=[0-9a-f]{64}(?=;)/, '=<hex64>')
        .replace(/^(__Host-session)=(?:[0-9a-f]+|<hex of [^>]*>)(?=;)/, '$1=<session>')
        .replace(/; ?SameSite=\w+/, ''),
    )
    .sort()
    .join(' & ');

function textFaults(body: unknown, answer: Answer): string[] {
  const wanted = messageOf(body);
  const had = messageOf(answer.json) ?? answer.text;
  if (wanted === undefined || INSIDES.test(wanted) || masked(wanted) === masked(had)) return [];
  return [`message ${JSON.stringify(had)}, expected ${JSON.stringify(wanted)}`];
}

const messageOf = (body: unknown): string | undefined =>
  (body as { error?: { message?: string } } | undefined | null)?.error?.message;

/** Without the values that differ from run to run: addresses, states, the visible ends of tokens. */
const masked = (text: unknown): unknown =>
  typeof text === 'string'
    ? text
        .replace(/https?(:\/\/|%3A%2F%2F)/g, 'http$1')
        .replace(/localhost:\d+/g, 'localhost')
        .replace(/state=(<hex32>|[0-9a-f]{32})/g, 'state=***')
        .replace(/\*+[0-9a-f]+/g, '***')
    : text;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
