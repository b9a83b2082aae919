import { formatDate, formatTime, type Zone } from '../../../lib/dates.ts';
import type { ConversationHead } from '../../../api/assist.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `just now`, `5 min ago`, `3 h ago`, then the date (screens §20.3). */
export function relativeTime(date: Date, nowMs: number, zone: Zone): string {
  const ms = nowMs - date.getTime();
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < 24 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  return formatDate(date, zone);
}

/** In the list: the time for today, the day for the last week, otherwise the date. */
export function listTime(date: Date, nowMs: number, zone: Zone): string {
  if (formatDate(date, zone) === formatDate(new Date(nowMs), zone)) return formatTime(date, zone).slice(0, 5);
  const day = zone === 'utc' ? date.getUTCDay() : date.getDay();
  const dayOfMonth = zone === 'utc' ? date.getUTCDate() : date.getDate();
  return nowMs - date.getTime() < WEEK_MS ? `${DAYS[day] ?? ''} ${dayOfMonth}` : formatDate(date, zone);
}

export type DayGroup = { label: 'Today' | 'Earlier'; conversations: readonly ConversationHead[] };

/** In the order of the list. */
export function byDay(list: readonly ConversationHead[], nowMs: number, zone: Zone): readonly DayGroup[] {
  const today = formatDate(new Date(nowMs), zone);
  const isToday = ({ created }: ConversationHead) => formatDate(created, zone) === today;
  const groups: DayGroup[] = [
    { label: 'Today', conversations: list.filter(isToday) },
    { label: 'Earlier', conversations: list.filter((conversation) => !isToday(conversation)) },
  ];
  return groups.filter(({ conversations }) => conversations.length > 0);
}
