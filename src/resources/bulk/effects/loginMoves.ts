import type { AccessTarget } from '../../../access/explain/roleReach.ts';
import type { Work } from '../../../access/explain/work.ts';
import { LoginWork } from '../../../access/explainLogins.ts';
import { HeldRole } from '../../../access/heldRole.ts';
import type { Role } from '../../../access/role.ts';
import { code, gain, loss, phrase, type Sentence } from '../../../lib/sentence.ts';
import { plural } from '../../../lib/numbers.ts';

type Change = { before: readonly string[]; after: readonly string[] };
type Tally = { people: number; servers: number };

type RoleOf = (name: string) => Role | undefined;

type Pair = { people: number; before: LoginWork<AccessTarget>; after: LoginWork<AccessTarget> };

const countsOf = (work: LoginWork<AccessTarget>): ReadonlyMap<string, number> =>
  new Map(work.result().map((line) => [line.login, line.reached.length]));

/**
 * The logins that users gain and lose, with the number of readable servers, grouped by login. Many users have the same
 * roles, so each pair of role sets is calculated once. Logins from traits are not included.
 */
export class LoginMoves implements Work<readonly Sentence[]> {
  readonly total: number;
  #pairs: readonly Pair[];

  constructor(changes: readonly Change[], roleOf: RoleOf, servers: readonly AccessTarget[]) {
    const rolesByName = new Map<string, HeldRole | undefined>();
    const heldRole = (name: string): HeldRole | undefined => {
      const role = rolesByName.has(name) ? undefined : roleOf(name);
      if (!rolesByName.has(name)) rolesByName.set(name, role && new HeldRole(role, {}));
      return rolesByName.get(name);
    };
    const workOf = (names: readonly string[]) =>
      new LoginWork(
        names.flatMap((name) => heldRole(name) ?? []),
        servers,
      );
    const alike = new Map<string, Pair>();
    for (const change of changes) {
      const key = JSON.stringify([change.before.toSorted(), change.after.toSorted()]);
      const group = alike.get(key);
      const works = group ?? { before: workOf(change.before), after: workOf(change.after) };
      alike.set(key, { before: works.before, after: works.after, people: (group?.people ?? 0) + 1 });
    }
    this.#pairs = [...alike.values()];
    this.total = this.#pairs.length * servers.length;
  }

  *steps(): Iterable<unknown> {
    for (const { before, after } of this.#pairs) {
      // In parallel, because the result of one half alone would look like a loss.
      const steps = after.steps()[Symbol.iterator]();
      for (const step of before.steps()) {
        steps.next();
        yield step;
      }
    }
  }

  result(): readonly Sentence[] {
    const gained = new Map<string, Tally>();
    const lost = new Map<string, Tally>();
    const note = (tallies: Map<string, Tally>, login: string, people: number, count: number) => {
      const tally = tallies.get(login) ?? { people: 0, servers: 0 };
      tallies.set(login, { people: tally.people + people, servers: Math.max(tally.servers, count) });
    };
    for (const { people, before, after } of this.#pairs) {
      const [was, is] = [countsOf(before), countsOf(after)];
      for (const login of new Set([...was.keys(), ...is.keys()])) {
        const by = (is.get(login) ?? 0) - (was.get(login) ?? 0);
        if (by > 0) note(gained, login, people, by);
        if (by < 0) note(lost, login, people, -by);
      }
    }
    return sentencesOf(gained, lost);
  }
}

function sentencesOf(gained: ReadonlyMap<string, Tally>, lost: ReadonlyMap<string, Tally>): readonly Sentence[] {
  const on = (servers: number) => ({ rest: [` on ${plural(servers, 'server')}`] });
  return [
    ...[...gained].map(([login, { people, servers }]) =>
      gain(phrase`${plural(people, 'user')} may now log in as ${code(login)}`, {
        ...on(servers),
        flagged: login === 'root',
      }),
    ),
    ...[...lost].map(([login, { people, servers }]) =>
      loss(phrase`${plural(people, 'user')} may no longer log in as ${code(login)}`, on(servers)),
    ),
  ];
}
