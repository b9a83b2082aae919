import { EffectiveReachWork, type EffectiveReach } from '../../access/explain/effectiveReach.ts';
import type { Work } from '../../access/explain/work.ts';
import { LoginWork, type LoginLine } from '../../access/explainLogins.ts';
import { HeldRole } from '../../access/heldRole.ts';
import type { Role } from '../../access/role.ts';
import type { Traits } from '../../access/traits.ts';
import type { RowTarget, Targets } from '../access/useTargets.ts';

export type ReadTargets = Extract<Targets, { state: 'read' }>;

/** What a user can do with the loaded rows, as far as they are evaluated. */
type PersonReach = {
  lines: readonly LoginLine<RowTarget>[];
  others: readonly ({ group: ReadTargets } & EffectiveReach<RowTarget>)[];
  /** Roles of the user that could not be read. */
  unread: readonly string[];
};

const NOTHING: readonly RowTarget[] = [];

/** Evaluates first the roles, then the servers, then all other resources. */
export class PersonWork implements Work<PersonReach> {
  readonly total: number;
  #names: readonly string[];
  #roleOf: (name: string) => Role | undefined;
  #traits: Traits;
  #roles: HeldRole[] = [];
  #unread: string[] = [];
  #logins: LoginWork<RowTarget>;
  #otherKinds: readonly { group: ReadTargets; work: EffectiveReachWork<RowTarget> }[];

  constructor(
    names: readonly string[],
    roleOf: (name: string) => Role | undefined,
    traits: Traits,
    targets: readonly Targets[],
  ) {
    this.#names = names;
    this.#roleOf = roleOf;
    this.#traits = traits;
    const read = targets.filter((group): group is ReadTargets => group.state === 'read');
    this.#logins = new LoginWork(this.#roles, read.find(({ kind }) => kind === 'node')?.targets ?? NOTHING);
    this.#otherKinds = read
      .filter(({ kind, targets: some }) => kind !== 'node' && some.length > 0)
      .map((group) => ({ group, work: new EffectiveReachWork(this.#roles, group.kind, group.targets) }));
    this.total = this.#otherKinds.reduce((sum, { work }) => sum + work.total, names.length + this.#logins.total);
  }

  *steps(): Iterable<unknown> {
    for (const name of this.#names) {
      const role = this.#roleOf(name);
      if (role) this.#roles.push(new HeldRole(role, this.#traits));
      else this.#unread.push(name);
      yield;
    }
    yield* this.#logins.steps();
    for (const { work } of this.#otherKinds) yield* work.steps();
  }

  result(): PersonReach {
    return {
      lines: this.#logins.result(),
      others: this.#otherKinds.map(({ group, work }) => ({ group, ...work.result() })),
      unread: [...this.#unread],
    };
  }
}
