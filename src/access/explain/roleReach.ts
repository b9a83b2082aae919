import { HeldRole } from '../heldRole.ts';
import { LABELS_OF_KIND, type ResourceKind } from '../resources.ts';
import type { Role } from '../role.ts';
import type { LabelSet } from '../selector.ts';
import type { Work } from './work.ts';

/** A resource with labels. Resources with the same `key` have the same labels and are evaluated once. */
export type AccessTarget = { labels: LabelSet; key: string };

/**
 * The result of one role for one resource, and the deciding line: `spec.allow.node_labels`. `faulty`: an error in a
 * selector, which makes every check of its holders fail.
 */
export type Stand = { kind: 'grants' | 'denies' | 'faulty'; path: string } | { kind: 'apart' };

const APART: Stand = { kind: 'apart' };

export const toAccessTarget = (labels: LabelSet): AccessTarget => ({
  labels,
  key: JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
});

/**
 * The resources that a role grants and denies, for any holder. Templates are empty, as for a user without traits:
 * `needsTraits` reports that the role has some.
 */
export class RoleReach {
  #role: HeldRole;
  #known = new Map<ResourceKind, Map<string, Stand>>();

  constructor(role: Role) {
    this.#role = new HeldRole(role, {});
  }

  stand(kind: ResourceKind, { labels, key }: AccessTarget): Stand {
    const ofKind = this.#known.get(kind) ?? new Map<string, Stand>();
    const cached = ofKind.get(key);
    if (cached) return cached;
    const stand = this.#judge(kind, labels);
    this.#known.set(kind, ofKind.set(key, stand));
    return stand;
  }

  /** Whether the labels of a kind depend on the holder's traits. */
  needsTraits(kind: ResourceKind): boolean {
    const field = LABELS_OF_KIND[kind];
    const { allow, deny } = this.#role.role.spec;
    return [allow, deny].some(
      (side) => JSON.stringify(side[field]).includes('{{') || side[`${field}_expression`].includes('user.spec.traits'),
    );
  }

  #judge(kind: ResourceKind, labels: LabelSet): Stand {
    const field = LABELS_OF_KIND[kind];
    for (const side of ['deny', 'allow'] as const) {
      const match = this.#role.matchLabels(side, field, labels);
      if (match.kind === 'fault') return { kind: 'faulty', path: match.location.path };
      if (match.kind === 'yes') return { kind: side === 'deny' ? 'denies' : 'grants', path: match.location.path };
    }
    return APART;
  }
}

/** The resources of one kind that a role grants or denies, and the difference to another version of the role. */
export type KindReach<T> = {
  grants: readonly T[];
  denies: readonly T[];
  faulty: readonly T[];
  /** Newly granted, and no longer granted. */
  appear: readonly T[];
  vanish: readonly T[];
};

/** `before` is undefined for a new role. */
export class KindReachWork<T extends AccessTarget> implements Work<KindReach<T>> {
  readonly total: number;
  #kind: ResourceKind;
  #resources: readonly T[];
  #after: RoleReach;
  #before: RoleReach | undefined;
  #all: Record<keyof KindReach<T>, T[]> = { grants: [], denies: [], faulty: [], appear: [], vanish: [] };

  constructor(kind: ResourceKind, resources: readonly T[], after: RoleReach, before: RoleReach | undefined) {
    this.total = resources.length;
    this.#kind = kind;
    this.#resources = resources;
    this.#after = after;
    this.#before = before;
  }

  *steps(): Iterable<unknown> {
    for (const resource of this.#resources) {
      this.#compare(resource);
      yield;
    }
  }

  result(): KindReach<T> {
    const { grants, denies, faulty, appear, vanish } = this.#all;
    return {
      grants: [...grants],
      denies: [...denies],
      faulty: [...faulty],
      appear: [...appear],
      vanish: [...vanish],
    };
  }

  #compare(resource: T): void {
    const is = this.#after.stand(this.#kind, resource).kind;
    const was = this.#before?.stand(this.#kind, resource).kind ?? 'apart';
    if (is !== 'apart') this.#all[is].push(resource);
    if (is === 'grants' && was !== 'grants') this.#all.appear.push(resource);
    if (is !== 'grants' && was === 'grants') this.#all.vanish.push(resource);
  }
}
