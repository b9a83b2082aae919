import { formatDate, formatDateTime, formatMillis, formatTime, type Zone } from '../lib/dates.ts';
import { tip } from './plain/tip.ts';
import { useStore } from './useStore.ts';
import { localZoneName, zone } from './zone.ts';

const FORMATS = { full: formatDateTime, date: formatDate, time: formatTime };

const other = (shownZone: Zone): Zone => (shownZone === 'utc' ? 'local' : 'utc');
const zoneName = (of: Zone): string => (of === 'utc' ? 'UTC' : localZoneName());

type Props = {
  date: Date;
  /** `full`: `yyyy-MM-dd HH:mm:ss`. */
  show?: keyof typeof FORMATS;
  /** To the millisecond, in a muted colour. */
  millis?: boolean;
  /** Text in place of the time. */
  children?: string;
};

/** A time in the selected zone. The tooltip has it in both zones. */
export function Time({ date, show = 'full', millis = false, children }: Props) {
  const shownZone = useStore(zone);
  if (Number.isNaN(date.getTime())) return <span className="t3">unknown</span>;
  const both = [shownZone, other(shownZone)].map((z) => `${formatDateTime(date, z)} ${zoneName(z)}`).join(', ');
  return (
    <time dateTime={date.toISOString()} {...tip(both, { named: true })}>
      {children ?? FORMATS[show](date, shownZone)}
      {millis && <span className="t3">{formatMillis(date)}</span>}
    </time>
  );
}
