import type { Histogram } from '../../descriptors/model/listModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { CountedBar } from '../../api/rangeCounts.ts';
import type { Span } from './range.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** The possible durations of a bar, and their labels. */
const STEPS: readonly (readonly [ms: number, per: string])[] = [
  [HOUR_MS, 'hour'],
  [3 * HOUR_MS, '3 hours'],
  [6 * HOUR_MS, '6 hours'],
  [12 * HOUR_MS, '12 hours'],
  [DAY_MS, 'day'],
  [7 * DAY_MS, 'week'],
  [30 * DAY_MS, '30 days'],
  [365 * DAY_MS, 'year'],
];
/** More bars than this are too thin to tell apart. */
const BARS_MAX = 240;

type Bar = { count: number; flagged: number };
export type Bars = { fromMs: number; stepMs: number; per: string; bars: readonly Bar[] };

/** One bar per hour, or per longer step if that makes too many bars. */
export function emptyBars({ fromMs, toMs }: Span): Bars {
  const lengthMs = toMs - fromMs;
  const [stepMs, per] = STEPS.find(([ms]) => lengthMs / ms <= BARS_MAX) ?? [Math.ceil(lengthMs / BARS_MAX), 'bar'];
  const bars = Array.from({ length: Math.max(1, Math.ceil(lengthMs / stepMs)) }, () => ({ count: 0, flagged: 0 }));
  return { fromMs, stepMs, per, bars };
}

/** Rows outside the bounds are left out. */
export function barsOf(rows: readonly Row[], { time, flagged }: Histogram, bounds: Span): Bars {
  const made = emptyBars(bounds);
  for (const row of rows) {
    const date = row[time];
    const bar =
      date instanceof Date ? made.bars[Math.floor((date.getTime() - bounds.fromMs) / made.stepMs)] : undefined;
    if (!bar) continue;
    bar.count += 1;
    if (flagged.is(row)) bar.flagged += 1;
  }
  return made;
}

/** Bars from the server's counts. The server may send one bar in several parts. */
export function barsFrom(counted: readonly CountedBar[], bounds: Span): Bars {
  const made = emptyBars(bounds);
  for (const [barIndex, count, flagged] of counted) {
    const bar = made.bars[barIndex];
    if (!bar) continue;
    bar.count += count;
    bar.flagged += flagged;
  }
  return made;
}

/** The total of the bars in a span, or of all bars. Undefined if an edge of the span is inside a bar. */
export function countIn({ fromMs, stepMs, bars }: Bars, span: Span | undefined): number | undefined {
  const [first, end] = span ? [(span.fromMs - fromMs) / stepMs, (span.toMs - fromMs) / stepMs] : [0, bars.length];
  if (!Number.isInteger(first) || !Number.isInteger(end)) return undefined;
  return bars.slice(first, end).reduce((sum, { count }) => sum + count, 0);
}

/** The span from one bar to another, both included, in either order. */
export function spanOfBars({ fromMs, stepMs, bars }: Bars, a: number, b: number): Span {
  const clamp = (index: number): number => Math.max(0, Math.min(index, bars.length - 1));
  const [first, last] = [clamp(Math.min(a, b)), clamp(Math.max(a, b))];
  return { fromMs: fromMs + first * stepMs, toMs: fromMs + (last + 1) * stepMs };
}

/** Moves a span within the bars and keeps its length. */
export function moveSpan({ fromMs, stepMs, bars }: Bars, span: Span, byMs: number): Span {
  const endMs = fromMs + bars.length * stepMs;
  const by = Math.max(fromMs - span.fromMs, Math.min(byMs, endMs - span.toMs));
  return { fromMs: span.fromMs + by, toMs: span.toMs + by };
}

/** Moves one edge of a span. At least one bar stays, and the edge stays within the bars. */
export function moveEdge({ fromMs, stepMs, bars }: Bars, span: Span, edge: 'from' | 'to', toMs: number): Span {
  const endMs = fromMs + bars.length * stepMs;
  return edge === 'from'
    ? { ...span, fromMs: Math.max(fromMs, Math.min(toMs, span.toMs - stepMs)) }
    : { ...span, toMs: Math.min(endMs, Math.max(toMs, span.fromMs + stepMs)) };
}

const EIGHTH = 8;

/** The span that the keys start with: an eighth of the bars, up to the present. */
export function firstSpan(bars: Bars, nowMs: number): Span {
  const last = Math.floor(
    (Math.min(nowMs, bars.fromMs + bars.bars.length * bars.stepMs - 1) - bars.fromMs) / bars.stepMs,
  );
  return spanOfBars(bars, last, Math.max(0, last - Math.max(1, Math.floor(bars.bars.length / EIGHTH)) + 1));
}
