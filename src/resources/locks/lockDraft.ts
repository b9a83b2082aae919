import { lockSearch, lockTargetsOf, type LockTarget } from '../../api/locks.ts';
import type { Drafts } from '../../lib/drafts.ts';
import { parseJson, textAt } from '../../lib/json.ts';
import { formatDate, formatDateTime, formatTime, type Zone } from '../../lib/dates.ts';
import { formatDurationText, parseDuration } from '../../wire/duration.ts';

/** The entered values of locks that do not exist yet. `life`: as typed. */
export type LockDraft = { targets: readonly LockTarget[]; message: string; life: string };

/** The form of new locks: see `useDraftSlot`. */
export const LOCK_FORM = 'locks/new';

type StoredLockDraft = LockDraft & { savedAtMs?: number };

/** `begun`: an earlier draft with other targets. It is kept until the user decides about it. */
type LoadedLockDraft = StoredLockDraft & { begun?: LockDraft };

/**
 * An address with targets starts a new draft. Otherwise targets of an old draft would be locked together with its own.
 */
export function loadLockDraft(drafts: Drafts, slot: string, search: string): LoadedLockDraft {
  const targets = lockTargetsOf(search);
  const stored = readDraft(drafts, slot);
  const fresh = { targets, message: '', life: '' };
  if (!stored) return fresh;
  const isOwn = stored.targets.length === targets.length && withTargets(stored.targets, targets) === stored.targets;
  return targets.length === 0 || isOwn ? stored : { ...fresh, begun: stored };
}

function readDraft(drafts: Drafts, slot: string): StoredLockDraft | undefined {
  const kept = drafts.load(slot);
  if (!kept) return undefined;
  const text = parseJson(kept.text);
  return {
    targets: lockTargetsOf(textAt(text, 'targets')),
    message: textAt(text, 'message'),
    life: textAt(text, 'life'),
    savedAtMs: kept.savedAtMs,
  };
}

export const isEmptyLock = ({ targets, message, life }: LockDraft): boolean =>
  targets.length === 0 && message === '' && life === '';

export function saveLockDraft(drafts: Drafts, slot: string, draft: LockDraft): void {
  const { targets, message, life } = draft;
  if (isEmptyLock(draft)) drafts.drop(slot);
  else drafts.save(slot, JSON.stringify({ targets: lockSearch(targets), message, life }));
}

export const isSameTarget = (a: LockTarget, b: LockTarget): boolean => a.kind === b.kind && a.value === b.value;

/** Appends the targets of `more` that are not in the list yet. */
export const withTargets = (targets: readonly LockTarget[], more: readonly LockTarget[]): readonly LockTarget[] =>
  more.reduce((all, one) => (all.some((other) => isSameTarget(other, one)) ? all : [...all, one]), targets);

/** The duration of a lock. `ttl` is sent to the server, which supports only hours, minutes and seconds. */
type LockLifetime = { ok: true; ttl: string; ms: number | undefined } | { ok: false; why: string };

export function readLife(text: string): LockLifetime {
  const typed = text.trim();
  if (typed === '' || typed === 'never') return { ok: true, ttl: '', ms: undefined };
  const parsed = parseDuration(typed);
  if (!parsed.ok && parsed.isTooLong) return { ok: false, why: 'The duration must be shorter than 292 years' };
  if (!parsed.ok) return { ok: false, why: `“${typed}” is not a duration such as 2h45m or 7d` };
  if (parsed.ms <= 0) return { ok: false, why: 'The duration must be longer than 0' };
  return { ok: true, ttl: formatDurationText(parsed.ms), ms: parsed.ms };
}

/** When the lock expires, in readable form. */
export function endLabel(ms: number | undefined, nowMs: number, zone: Zone): string {
  if (ms === undefined) return 'Empty means never';
  const end = new Date(nowMs + ms);
  if (Number.isNaN(end.getTime())) return 'Practically never';
  const isToday = formatDate(end, zone) === formatDate(new Date(nowMs), zone);
  return isToday ? `at ${formatTime(end, zone)} today` : `at ${formatDateTime(end, zone)}`;
}
