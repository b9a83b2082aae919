import type { LockTarget } from '../../api/locks.ts';
import { formatDate, formatDateTime, formatTime, type Zone } from '../../lib/dates.ts';
import { formatDurationText, parseDuration } from '../../wire/duration.ts';

export const isSameTarget = (a: LockTarget, b: LockTarget): boolean => a.kind === b.kind && a.value === b.value;

/** Those of `more` that are not there yet come behind. */
export const withTargets = (targets: readonly LockTarget[], more: readonly LockTarget[]): readonly LockTarget[] =>
  more.reduce((all, one) => (all.some((other) => isSameTarget(other, one)) ? all : [...all, one]), targets);

/** How long locks last: `ttl` is what the server is sent, which knows hours, minutes and seconds alone. */
export type Life = { ok: true; ttl: string; ms: number | undefined } | { ok: false; why: string };

export function readLife(text: string): Life {
  const typed = text.trim();
  if (typed === '' || typed === 'never') return { ok: true, ttl: '', ms: undefined };
  const parsed = parseDuration(typed);
  if (!parsed.ok) return { ok: false, why: `“${typed}” is no time such as 2h45m or 7d` };
  if (parsed.ms <= 0) return { ok: false, why: 'A lock lasts longer than no time' };
  return { ok: true, ttl: formatDurationText(parsed.ms), ms: parsed.ms };
}

/** When it is over, in a person's words. */
export function endLabel(ms: number | undefined, nowMs: number, zone: Zone): string {
  if (ms === undefined) return 'Empty means never';
  const end = new Date(nowMs + ms);
  if (Number.isNaN(end.getTime())) return 'That is as good as never';
  const isToday = formatDate(end, zone) === formatDate(new Date(nowMs), zone);
  return isToday ? `at ${formatTime(end, zone)} today` : `at ${formatDateTime(end, zone)}`;
}
