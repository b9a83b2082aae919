import type { ReachableKind } from '../../wire/inventoryJson.ts';
import type { HeldRole } from '../heldRole.ts';
import { decideResource, allowedNames, deniedNames } from '../resources.ts';
import { FIELDS_OF_KIND, type UsableNames, type UsedField } from './names.ts';
import type { AccessTarget } from './roleReach.ts';
import type { Work } from './work.ts';

/** The resources of one kind that a user can access with all roles, and the names that are usable on at least one. */
export type EffectiveReach<T> = {
  reached: readonly T[];
  names: readonly UsableNames[];
};

/** Resources with the same labels are evaluated once. */
export class EffectiveReachWork<T extends AccessTarget> implements Work<EffectiveReach<T>> {
  readonly total: number;
  #roles: readonly HeldRole[];
  #kind: ReachableKind;
  #resources: readonly T[];
  #byKey = new Map<string, boolean>();
  #names: ReadonlyMap<UsedField, Set<string>>;
  #reached: T[] = [];

  constructor(heldRoles: readonly HeldRole[], kind: ReachableKind, resources: readonly T[]) {
    this.total = resources.length;
    this.#roles = heldRoles;
    this.#kind = kind;
    this.#resources = resources;
    this.#names = new Map(FIELDS_OF_KIND[kind].map((field) => [field, new Set()]));
  }

  *steps(): Iterable<unknown> {
    for (const resource of this.#resources) {
      if (this.#reaches(resource)) this.#reached.push(resource);
      yield;
    }
  }

  result(): EffectiveReach<T> {
    const names = [...this.#names].flatMap(([field, values]) =>
      values.size > 0 ? [{ field, values: [...values], except: deniedNames(this.#roles, field) }] : [],
    );
    return { reached: [...this.#reached], names };
  }

  #reaches({ key, labels }: T): boolean {
    const cached = this.#byKey.get(key);
    if (cached !== undefined) return cached;
    const { ok } = decideResource(this.#roles, this.#kind, labels, {}).verdict;
    this.#byKey.set(key, ok);
    if (ok)
      for (const [field, values] of this.#names)
        for (const name of allowedNames(this.#roles, field, { kind: this.#kind, labels })) values.add(name);
    return ok;
  }
}
