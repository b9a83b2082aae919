import { plural } from '../../lib/numbers.ts';
import type { Span } from './range.ts';

const HOUR_MS = 3600_000;
const DAY_HOURS = 24;

/** `27 h`, `7 days`: to the hour, which the bars do not go below. A change of clocks is no half day. */
export function spanLabel({ fromMs, toMs }: Span): string {
  const hours = Math.round((toMs - fromMs) / HOUR_MS);
  const days = Math.round(hours / DAY_HOURS);
  if (hours < DAY_HOURS) return hours > 0 ? `${hours} h` : `${Math.round((toMs - fromMs) / 60_000)} min`;
  return Math.abs(hours - days * DAY_HOURS) <= 1 ? plural(days, 'day') : `${hours} h`;
}
