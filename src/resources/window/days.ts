import type { Row } from '../../descriptors/row.ts';
import { formatDate, type Zone } from '../../lib/dates.ts';

/** The heading above the first row of each day, by the row's index. */
export type Days = ReadonlyMap<number, string>;

export const noDays: Days = new Map();

const dayName = (date: Date, zone: Zone): string => {
  const weekday = date.toLocaleDateString('en', { weekday: 'long', ...(zone === 'utc' && { timeZone: 'UTC' }) });
  return `${weekday} ${formatDate(date, zone)}`;
};

/** `rows` are in the order of the field. A row without a time belongs to the day above it. */
export function daysOf(rows: readonly Row[], field: string, zone: Zone): Days {
  const days = new Map<number, string>();
  let last = '';
  for (const [index, row] of rows.entries()) {
    const date = row[field];
    if (!(date instanceof Date) || Number.isNaN(date.getTime())) continue;
    const day = formatDate(date, zone);
    if (day !== last) days.set(index, dayName(date, zone));
    last = day;
  }
  return days;
}
