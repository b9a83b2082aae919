import type { IconName } from '../../ui/plain/Icon.tsx';
import type { Match } from './match.ts';

/** A place: below `/web`, and where it opens. */
export type Place = { to: string; newTab: boolean };

/** One line of the palette. */
export type Entry = {
  id: string;
  /** Heading that it stands under. */
  group: string;
  label: string;
  match: Match;
  /** Quiet words behind the label. */
  detail: string;
  icon: IconName | undefined;
  keys: string | undefined;
  /** Other words that people look for it by; such an entry is offered once somebody looks. */
  also?: string;
  /** Why it cannot be done. */
  off: string | undefined;
  /** What Enter does, at the end of the line. */
  verb: string | undefined;
  /** As whom: ← and → choose one, Enter goes to its place. Empty where there is nothing to choose. */
  choices: readonly { label: string; place: Place }[];
} & ({ place: Place } | { run: () => void });

/** Heading of what can be done. */
export const DO = 'Do';

export const NO_MATCH: Match = { points: 0, spans: [] };

/** What Enter does on an entry with the chosen one of its choices. */
export function commandOf(entry: Entry, chosen: number): { place: Place } | { run: () => void } {
  const choice = entry.choices[chosen];
  if (choice) return { place: choice.place };
  return 'place' in entry ? { place: entry.place } : { run: entry.run };
}

/** Entries under their headings: the heading of the best match first, equal ones as they came. */
export function inGroups(entries: readonly Entry[]): readonly Entry[] {
  const best = new Map<string, number>();
  for (const { group, match } of entries) best.set(group, Math.max(best.get(group) ?? -Infinity, match.points));
  const groups = [...best].sort(([, a], [, b]) => b - a).map(([group]) => group);
  return groups.flatMap((group) =>
    entries.filter((entry) => entry.group === group).sort((a, b) => b.match.points - a.match.points),
  );
}
