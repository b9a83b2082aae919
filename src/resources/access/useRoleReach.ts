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

/** The role that stands in the editor, as far as it was typed; `saved` is the server's copy, undefined for a new role. */
export type EditedRole = { id: string; text: string; saved: string | undefined };

/** What an explanation over the editor is about: the address can only carry the role's name. */
export const editedRole = new ValueStore<EditedRole | undefined>(undefined);

/** What a role does with the loaded rows of one resource. */
export type ResourceReach = KindReach<RowTarget> &
  NamedResource<Reachable> & {
    loaded: number;
    total: number;
    /** Labels of the role are filled in from traits of its holders: what it reaches through them is not counted. */
    needsTraits: boolean;
    /** Labels that the role looks at and lists leave out. */
    hiddenLabels: readonly string[];
  };

export type Reach = {
  role: Role;
  /** Says of one row which line decides. */
  standing: RoleReach;
  /** In the order of the resources; without those that could not be read. */
  kinds: readonly ResourceReach[];
  unread: readonly { resource: Reachable; why: string }[];
};

/** So long after the last keystroke a text is judged. */
const REST_MS = 200;

type ReadThings = Extract<Targets, { state: 'read' }>;

class ReachWork implements Work<Reach> {
  readonly total: number;
  #role: Role;
  #standing: RoleReach;
  #kinds: readonly { one: ReadThings; work: KindReachWork<RowTarget> }[];
  #unread: Reach['unread'];

  constructor(role: Role, saved: Role | undefined, things: readonly Targets[]) {
    const before = saved && new RoleReach(saved);
    this.#role = role;
    this.#standing = new RoleReach(role);
    this.#kinds = things.flatMap((one) =>
      one.state === 'read' ? [{ one, work: new KindReachWork(one.kind, one.things, this.#standing, before) }] : [],
    );
    this.#unread = things.flatMap((one) => (one.state === 'unread' ? [{ resource: one.resource, why: one.why }] : []));
    this.total = this.#kinds.reduce((sum, { work }) => sum + work.total, 0);
  }

  *steps(): Iterable<unknown> {
    for (const { work } of this.#kinds) yield* work.steps();
  }

  result(): Reach {
    return {
      role: this.#role,
      standing: this.#standing,
      kinds: this.#kinds.map(({ one: { kind, resource, name, total, things }, work }) => ({
        ...work.result(),
        resource,
        name,
        total,
        loaded: things.length,
        needsTraits: this.#standing.needsTraits(kind),
        hiddenLabels: inputsOfKind([this.#role], kind).labels,
      })),
      unread: this.#unread,
    };
  }
}

/**
 * Which of the loaded rows a role grants and denies, and what appears or vanishes against its saved text (undefined: a
 * new role). Judged when the typing rests; the answer before stays until then, and while the text cannot be read.
 */
export function useRoleReach(text: string, saved: string | undefined) {
  const { things, hasMore, isReadingMore, loadAll } = useTargets(config.proxyCluster);
  const [work, setWork] = useState<ReachWork>();
  // A query's answer is another object only when it holds something else.
  const known = JSON.stringify(things.map((one) => (one.state === 'read' ? one.readAtMs : one.state)));
  useEffect(() => {
    const timer = setTimeout(() => {
      const role = roleOfText(text);
      if (role) setWork(new ReachWork(role, saved === undefined ? undefined : roleOfText(saved), things));
    }, REST_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `known` stands for `things`
  }, [text, saved, known]);
  const counted = useWork(work);
  const isReading = isReadingMore || things.some(({ state }) => state === 'reading');
  return { reach: counted.value, counted, isReading, hasMore, loadAll };
}
