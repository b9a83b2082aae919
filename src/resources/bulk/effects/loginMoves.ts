import { explainLogins } from '../../../access/explainLogins.ts';
import type { Role } from '../../../access/role.ts';
import type { LabelSet } from '../../../access/selector.ts';
import type { Sentence } from '../../../descriptors/defineResource.ts';
import { plural } from '../../../lib/numbers.ts';

type Change = { before: readonly string[]; after: readonly string[] };
type Tally = { people: number; servers: number };

const reach = (roles: ReadonlyMap<string, Role>, names: readonly string[], servers: readonly LabelSet[]) =>
  new Map(
    explainLogins(
      names.flatMap((name) => roles.get(name) ?? []),
      {},
      servers,
    ).map((line) => [line.login, line.servers]),
  );

/**
 * Which logins people gain and lose, and on how many of the servers looked at, counted by login. Many people hold the
 * same roles: each pair of sets is worked out once. What traits give is not among it.
 */
export function loginMoves(
  changes: readonly Change[],
  roles: ReadonlyMap<string, Role>,
  servers: readonly LabelSet[],
): readonly Sentence[] {
  const alike = new Map<string, { change: Change; people: number }>();
  for (const change of changes) {
    const key = JSON.stringify([change.before.toSorted(), change.after.toSorted()]);
    const known = alike.get(key);
    alike.set(key, { change, people: (known?.people ?? 0) + 1 });
  }
  const gained = new Map<string, Tally>();
  const lost = new Map<string, Tally>();
  const note = (tallies: Map<string, Tally>, login: string, people: number, count: number) => {
    const tally = tallies.get(login) ?? { people: 0, servers: 0 };
    tallies.set(login, { people: tally.people + people, servers: Math.max(tally.servers, count) });
  };
  for (const { change, people } of alike.values()) {
    const before = reach(roles, change.before, servers);
    const after = reach(roles, change.after, servers);
    for (const login of new Set([...before.keys(), ...after.keys()])) {
      const by = (after.get(login) ?? 0) - (before.get(login) ?? 0);
      if (by > 0) note(gained, login, people, by);
      if (by < 0) note(lost, login, people, -by);
    }
  }
  const sentences = (
    tallies: ReadonlyMap<string, Tally>,
    words: (login: string) => string,
    flagged: (login: string) => boolean,
  ) =>
    [...tallies].map(([login, { people, servers: count }]): Sentence => ({
      text: `${plural(people, 'user')} ${words(login)} on ${plural(count, 'server')}`,
      flagged: flagged(login),
    }));
  return [
    ...sentences(
      gained,
      (login) => `may now log in as ${login}`,
      (login) => login === 'root',
    ),
    ...sentences(
      lost,
      (login) => `may no longer log in as ${login}`,
      () => false,
    ),
  ];
}
