import type { LockTarget } from '../../api/locks.ts';

/** One lockable target, as the finder shows it. */
export type FoundTarget = { target: LockTarget; icon: string; mono: boolean };
export type FoundGroup = { title: string; found: readonly FoundTarget[] };

/** How well a name matches: equal, at its start, anywhere. */
function rank(name: string, needle: string): number {
  const [lowerName, text] = [name.toLowerCase(), needle.toLowerCase()];
  return lowerName === text ? 0 : lowerName.startsWith(text) ? 1 : 2;
}

/** The best match first, in its group and among the groups. Enter adds it, so it must not be another target. */
export function bestFirst(groups: readonly FoundGroup[], needle: string): readonly FoundGroup[] {
  const ranked = groups
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => {
      const ranks = found.map((one) => ({ one, rank: rank(one.target.label ?? one.target.value, needle) }));
      const sorted = ranks.sort((a, b) => a.rank - b.rank);
      return { title, found: sorted.map(({ one }) => one), rank: sorted[0]?.rank ?? 0 };
    });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ title, found }) => ({ title, found }));
}
