import type { Row } from '../../descriptors/row.ts';
import { formatDate, type Zone } from '../../lib/dates.ts';

type Search = {
  /** The field with the value, and the field with the time of a row. */
  source: string;
  by: string;
  zone: Zone;
  now: Date;
};

/**
 * Whether the value of a row appeared on the row's own day for the first time, among the loaded rows. Undefined if no
 * row from an earlier day is loaded, because there is nothing to compare with.
 */
export function firstSeen(rows: readonly Row[], row: Row, { source, by, zone, now }: Search): string | undefined {
  const dayOf = (row: Row): string => {
    const moment = row[by];
    return moment instanceof Date && !Number.isNaN(moment.getTime()) ? formatDate(moment, zone) : '';
  };
  const day = dayOf(row);
  const value = row[source];
  if (day === '' || typeof value !== 'string' || value === '') return undefined;
  let hasBefore = false;
  for (const other of rows) {
    const otherDay = dayOf(other);
    if (otherDay === '' || otherDay >= day) continue;
    if (other[source] === value) return undefined;
    hasBefore = true;
  }
  if (!hasBefore) return undefined;
  return day === formatDate(now, zone) ? 'first seen today' : 'first seen that day';
}
