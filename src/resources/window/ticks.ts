import { formatDate, formatTime, type Zone } from '../../lib/dates.ts';
import { timeIn, type Span } from './range.ts';

export type Tick = { atMs: number; label: string };

/** More labels than this would touch. */
const TICKS_MAX = 9;
/** A single day, which has up to 25 hours, has ticks at hours. */
const DAY_MAX_MS = 26 * 3600_000;
const DAY_MS = 24 * 3600_000;
const MARKED_HOURS = [0, 6, 12, 18];

/** These hours of every nth day in the span, by the clocks of the zone. */
function momentsOf({ fromMs, toMs }: Span, zone: Zone, hours: readonly number[], every = 1): number[] {
  const [y = 0, m = 1, d = 1] = formatDate(new Date(fromMs), zone).split('-').map(Number);
  const moments: number[] = [];
  for (let plus = 0; timeIn(zone, y, m - 1, d + plus, 0) < toMs; plus += every)
    for (const hour of hours) moments.push(timeIn(zone, y, m - 1, d + plus, hour));
  return moments.filter((ms) => ms >= fromMs && ms < toMs);
}

/** Ticks at days of the zone within the span, so few that their labels do not touch, or at hours of a single day. */
export function ticksOf(span: Span, zone: Zone): readonly Tick[] {
  if (span.toMs - span.fromMs <= DAY_MAX_MS)
    return momentsOf(span, zone, MARKED_HOURS).map((atMs) => ({
      atMs,
      label: formatTime(new Date(atMs), zone).slice(0, 'HH:mm'.length),
    }));
  const every = Math.ceil(Math.round((span.toMs - span.fromMs) / DAY_MS) / TICKS_MAX);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', ...(zone === 'utc' && { timeZone: 'UTC' }) });
  return momentsOf(span, zone, [0], every).map((atMs) => {
    const day = formatDate(new Date(atMs), zone);
    return { atMs, label: every === 1 ? `${weekday.format(atMs)} ${Number(day.slice(8))}` : day.slice(5) };
  });
}
