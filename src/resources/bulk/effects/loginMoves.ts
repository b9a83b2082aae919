import type { Thing } from '../../../access/explain/roleReach.ts';
import { explainLogins } from '../../../access/explainLogins.ts';
import type { Role } from '../../../access/role.ts';
import type { Sentence } from '../../../descriptors/defineResource.ts';
import { plural } from '../../../lib/numbers.ts';

type Change = { before: readonly string[]; after: readonly string[] };
type Tally = { people: number; servers: number };

type RoleOf = (name: string) => Role | undefined;

const reach = (roleOf: RoleOf, names: readonly string[], servers: readonly Thing[]) =>
  new Map(
    explainLogins(
      names.flatMap((name) => roleOf(name) ?? []),
      {},
      servers,
    ).map((line) => [line.login, line.reached.length]),
  );

/**
 * Which logins people gain and lose, and on how many of the servers looked at, counted by login. Many people hold the
 * same roles: each pair of sets is worked out once. What traits give is not among it.
 */
export function loginMoves(changes: readonly Change[], roleOf: RoleOf, servers: readonly Thing[]): readonly Sentence[] {
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
    const before = reach(roleOf, change.before, servers);
    const after = reach(roleOf, change.after, servers);
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
