import { useEffect, useState } from 'react';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { KindReachWork, RoleReach, type KindReach } from '../../access/explain/roleReach.ts';
import { inputsOfKind } from '../../access/explain/unseenInputs.ts';
import type { Work } from '../../access/explain/work.ts';
import type { Role } from '../../access/role.ts';
import { config } from '../../api/config.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { roleOfText } from './subjects.ts';
import { useTargets, type Reachable, type RowTarget, type Targets } from './useTargets.ts';
import { useWork } from './useWork.ts';

/** The role in the editor with its current text. `saved` is the server's copy; undefined for a new role. */
export type EditedRole = { id: string; text: string; saved: string | undefined };

/** The role of an explanation over the editor. The address can only carry the role's name. */
export const editedRole = new ValueStore<EditedRole | undefined>(undefined);

/** The effect of a role on the loaded rows of one resource. */
export type ResourceReach = KindReach<RowTarget> &
  NamedResource<Reachable> & {
    loaded: number;
    total: number;
    /** Labels of the role use traits of its holders. Access through them is not counted. */
    needsTraits: boolean;
    /** Labels that the role uses but lists leave out. */
    hiddenLabels: readonly string[];
  };

export type Reach = {
  role: Role;
  /** Shows which line decides about a row. */
  standing: RoleReach;
  /** In the order of the resources, without those that could not be read. */
  kinds: readonly ResourceReach[];
  unread: readonly { resource: Reachable; why: string }[];
};

/** A text is evaluated this long after the last keystroke. */
const REST_MS = 200;

type ReadTargets = Extract<Targets, { state: 'read' }>;

class ReachWork implements Work<Reach> {
  readonly total: number;
  #role: Role;
  #currentReach: RoleReach;
  #kinds: readonly { set: ReadTargets; work: KindReachWork<RowTarget> }[];
  #unread: Reach['unread'];

  constructor(role: Role, saved: Role | undefined, targets: readonly Targets[]) {
    const before = saved && new RoleReach(saved);
    this.#role = role;
    this.#currentReach = new RoleReach(role);
    this.#kinds = targets.flatMap((set) =>
      set.state === 'read' ? [{ set, work: new KindReachWork(set.kind, set.targets, this.#currentReach, before) }] : [],
    );
    this.#unread = targets.flatMap((set) => (set.state === 'unread' ? [{ resource: set.resource, why: set.why }] : []));
    this.total = this.#kinds.reduce((sum, { work }) => sum + work.total, 0);
  }

  *steps(): Iterable<unknown> {
    for (const { work } of this.#kinds) yield* work.steps();
  }

  result(): Reach {
    return {
      role: this.#role,
      standing: this.#currentReach,
      kinds: this.#kinds.map(({ set: { kind, resource, name, total, targets }, work }) => ({
        ...work.result(),
        resource,
        name,
        total,
        loaded: targets.length,
        needsTraits: this.#currentReach.needsTraits(kind),
        hiddenLabels: inputsOfKind([this.#role], kind).labels,
      })),
      unread: this.#unread,
    };
  }
}

/**
 * Which of the loaded rows a role grants and denies, and what changes against its saved text (undefined: a new role).
 * Evaluated after a pause in typing. The previous result stays until then, and while the text cannot be parsed.
 */
export function useRoleReach(text: string, saved: string | undefined) {
  const { targets, hasMore, isReadingMore, loadAll } = useTargets(config.proxyCluster);
  const [work, setWork] = useState<ReachWork>();
  // The answers are new objects in each render, so their content is compared.
  const targetsKey = JSON.stringify(targets.map((group) => (group.state === 'read' ? group.readAtMs : group.state)));
  useEffect(() => {
    const timer = setTimeout(() => {
      const role = roleOfText(text);
      if (role) setWork(new ReachWork(role, saved === undefined ? undefined : roleOfText(saved), targets));
    }, REST_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `targetsKey` stands for `targets`
  }, [text, saved, targetsKey]);
  const counted = useWork(work);
  const isReading = isReadingMore || targets.some(({ state }) => state === 'reading');
  return { reach: counted.value, counted, isReading, hasMore, loadAll };
}
