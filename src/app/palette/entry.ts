import type { IconName } from '../../ui/plain/Icon.tsx';
import type { Match } from './match.ts';

/** An address below `/web`, and where it opens. */
export type Destination = { to: string; newTab: boolean };

/** One line of the palette. */
export type Entry = {
  id: string;
  /** Heading of its group. */
  group: string;
  label: string;
  match: Match;
  /** Secondary text after the label. */
  detail: string;
  icon: IconName | undefined;
  keys: string | undefined;
  /** Other search words. Such an entry is only offered for a search. */
  also?: string;
  /** The reason why it is disabled. */
  off: string | undefined;
  /** The effect of Enter, shown at the end of the line. */
  verb: string | undefined;
  /** The names to use: ← and → choose one, Enter opens its place. Empty if there is no choice. */
  choices: readonly { label: string; destination: Destination }[];
} & ({ destination: Destination } | { run: () => void });

/** Heading of the actions. */
export const DO = 'Do';

export const NO_MATCH: Match = { points: 0, spans: [] };

/** The effect of Enter on an entry with the chosen name. */
export function commandOf(entry: Entry, chosen: number): { destination: Destination } | { run: () => void } {
  const choice = entry.choices[chosen];
  if (choice) return { destination: choice.destination };
  return 'destination' in entry ? { destination: entry.destination } : { run: entry.run };
}

/** Entries by heading: the heading of the best match first, equal ones in their order. */
export function inGroups(entries: readonly Entry[]): readonly Entry[] {
  const best = new Map<string, number>();
  for (const { group, match } of entries) best.set(group, Math.max(best.get(group) ?? -Infinity, match.points));
  const groups = [...best].sort(([, a], [, b]) => b - a).map(([group]) => group);
  return groups.flatMap((group) =>
    entries.filter((entry) => entry.group === group).sort((a, b) => b.match.points - a.match.points),
  );
}
