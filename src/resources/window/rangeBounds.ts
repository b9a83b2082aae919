import { formatDate, type Zone } from '../../lib/dates.ts';
import { DAYS, dayStart, type Range, type Span } from './range.ts';

// The times that a range means, by the current day and in a zone.

/** From the midnight before its first day to the one after its last, by `today`, the present day as `yyyy-MM-dd`. */
export function boundsOf(range: Range, today: string, zone: Zone): Span {
  const [first, last, back] =
    typeof range === 'string' ? [today, today, DAYS[range] - 1] : [range.first, range.last, 0];
  return { fromMs: dayStart(first, zone, -back)?.getTime() ?? 0, toMs: dayStart(last, zone, 1)?.getTime() ?? 0 };
}

/** The range, or the days of a span outside it: a link to a part of today may be opened on another day. */
export function rangeAround(range: Range, span: Span | undefined, today: string, zone: Zone): Range {
  const { fromMs, toMs } = boundsOf(range, today, zone);
  if (!span || (span.fromMs >= fromMs && span.toMs <= toMs)) return range;
  const [first, last] = [formatDate(new Date(span.fromMs), zone), formatDate(new Date(span.toMs - 1), zone)];
  return { first, last };
}

export const isInSpan = ({ fromMs, toMs }: Span, date: unknown): boolean =>
  date instanceof Date && date.getTime() >= fromMs && date.getTime() < toMs;
