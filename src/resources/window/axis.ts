import { formatDate } from '../../lib/dates.ts';
import { dayStart, type Span } from './range.ts';

export type Tick = { atMs: number; label: string };

/** More labels than this would touch. */
const TICKS_MAX = 9;
const DAY_HOURS = [0, 6, 12, 18];
const weekdays = new Intl.DateTimeFormat('en', { weekday: 'short' });

/** Days of this zone within the bounds, so many that their names do not touch; the hours of a single day. */
export function ticksOf({ fromMs, toMs }: Span): readonly Tick[] {
  const first = formatDate(new Date(fromMs), 'local');
  const starts: Date[] = [];
  for (let plus = 0; ; plus++) {
    const start = dayStart(first, plus);
    if (!start || start.getTime() >= toMs) break;
    starts.push(start);
  }
  if (starts.length <= 1)
    return DAY_HOURS.map((hour) => ({ atMs: fromMs + hour * 3600_000, label: `${String(hour).padStart(2, '0')}:00` }));
  const every = Math.ceil(starts.length / TICKS_MAX);
  return starts
    .filter((_, i) => i % every === 0)
    .map((start) => ({
      atMs: start.getTime(),
      label: every === 1 ? `${weekdays.format(start)} ${start.getDate()}` : formatDate(start, 'local').slice(5),
    }));
}
