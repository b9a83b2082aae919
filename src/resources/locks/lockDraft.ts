import { lockSearch, lockTargetsOf, type LockTarget } from '../../api/locks.ts';
import type { Drafts } from '../../lib/drafts.ts';
import { parseJson, textAt } from '../../lib/json.ts';

/** What somebody has entered about locks that do not exist yet. `life`: as typed. */
export type LockDraft = { targets: readonly LockTarget[]; message: string; life: string };

const DRAFT = 'locks/new';

/** An address that names what to lock begins anew: targets of another day would be locked with those that it names. */
export function loadLockDraft(drafts: Drafts, search: string): LockDraft & { savedAtMs?: number } {
  const targets = lockTargetsOf(search);
  const kept = targets.length === 0 ? drafts.load(DRAFT) : undefined;
  if (!kept) return { targets, message: '', life: '' };
  const text = parseJson(kept.text);
  return {
    targets: lockTargetsOf(textAt(text, 'targets')),
    message: textAt(text, 'message'),
    life: textAt(text, 'life'),
    savedAtMs: kept.savedAtMs,
  };
}

export function saveLockDraft(drafts: Drafts, { targets, message, life }: LockDraft): void {
  if (targets.length === 0 && message === '' && life === '') drafts.drop(DRAFT);
  else drafts.save(DRAFT, JSON.stringify({ targets: lockSearch(targets), message, life }));
}

export const dropLockDraft = (drafts: Drafts): void => drafts.drop(DRAFT);
