import { formatDate, type Zone } from '../../lib/dates.ts';

/** The days that a list over time requests, in the selected zone: the last ones up to today, or from one to another. */
export type Range = 'today' | '7d' | '30d' | { first: string; last: string };
/** A part of a range, in milliseconds. Its end is exclusive. */
export type Span = { fromMs: number; toMs: number };

export const DEFAULT_RANGE: Range = 'today';
/** How many days the named ranges have. */
export const DAYS = { today: 1, '7d': 7, '30d': 30 } as const;
export type NamedRange = keyof typeof DAYS;
export const NAMED_RANGES: Readonly<Record<NamedRange, string>> = { today: 'Today', '7d': '7 days', '30d': '30 days' };
const isNamed = (text: string): text is NamedRange => Object.hasOwn(DAYS, text);

/** A readable label: `7 days`, `2026-11-20`, `2026-11-20 – 2026-11-21`. */
export function rangeLabel(range: Range): string {
  if (typeof range === 'string') return NAMED_RANGES[range];
  return range.first === range.last ? range.first : `${range.first} – ${range.last}`;
}

const DAY = /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/;

/** A time in the zone. Months are counted from 0. */
export const timeIn = (zone: Zone, y: number, m: number, d: number, h: number): number =>
  zone === 'utc' ? Date.UTC(y, m, d, h) : new Date(y, m, d, h).getTime();

/** Midnight at the start of a day in the zone, `plus` days later. Undefined if the text is not a day. */
export function dayStart(text: string, zone: Zone, plus = 0): Date | undefined {
  const { y, m, d } = DAY.exec(text)?.groups ?? {};
  const date = new Date(timeIn(zone, Number(y), Number(m) - 1, Number(d) + plus, 0));
  const isDay = !Number.isNaN(date.getTime()) && (plus !== 0 || formatDate(date, zone) === text);
  return isDay ? date : undefined;
}

/** The range in an address. An invalid one becomes the default. */
export function readRange(params: URLSearchParams): Range {
  const named = params.get('range') ?? '';
  if (isNamed(named)) return named;
  const [first, last] = [params.get('from') ?? '', params.get('to') ?? ''];
  return dayStart(first, 'utc') && dayStart(last, 'utc') && first <= last ? { first, last } : DEFAULT_RANGE;
}

/** The parameters that `readRange` reads. */
export const rangeParams = (range: Range): Record<'range' | 'from' | 'to', string | undefined> => ({
  range: typeof range === 'string' && range !== DEFAULT_RANGE ? range : undefined,
  from: typeof range === 'string' ? undefined : range.first,
  to: typeof range === 'string' ? undefined : range.last,
});

const toMoment = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;

/** `2026-11-20T02:00:00Z..2026-11-21T05:00:00Z`; undefined for anything else. */
export function readSpan(text: string): Span | undefined {
  const [from = '', to = ''] = text.split('..');
  const [fromMs, toMs] = [toMoment(from), toMoment(to)];
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

export const spanText = ({ fromMs, toMs }: Span): string =>
  [fromMs, toMs].map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z')).join('..');
