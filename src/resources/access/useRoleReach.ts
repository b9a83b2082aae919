import { useEffect, useState } from 'react';
import { compareReach, RoleReach } from '../../access/explain/roleReach.ts';
import type { KindReach } from '../../access/explain/roleReach.ts';
import type { Role } from '../../access/role.ts';
import { config } from '../../api/config.ts';
import { roleOfText } from './roleText.ts';
import { useThings } from './useThings.ts';
import type { Reachable, RowThing, Things } from './useThings.ts';

/** What a role does with the loaded rows of one resource. */
export type ResourceReach = KindReach<RowThing> & {
  resource: Reachable;
  /** The name react-admin knows the resource by. */
  name: string;
  loaded: number;
  total: number;
  /** Labels of the role are filled in from traits of its holders: what it reaches through them is not counted. */
  needsTraits: boolean;
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

function reachOf(role: Role, saved: Role | undefined, things: readonly Things[]): Reach {
  const after = new RoleReach(role);
  const before = saved && new RoleReach(saved);
  return {
    role,
    standing: after,
    kinds: things.flatMap((one) => {
      if (one.state !== 'read') return [];
      const { kind, resource, name, total } = one;
      return [
        {
          ...compareReach(kind, one.things, after, before),
          resource,
          name,
          total,
          loaded: one.things.length,
          needsTraits: after.needsTraits(kind),
        },
      ];
    }),
    unread: things.flatMap((one) => (one.state === 'unread' ? [{ resource: one.resource, why: one.why }] : [])),
  };
}

/**
 * Which of the loaded rows a role grants and denies, and what appears or vanishes against its saved text (undefined: a
 * new role). Judged when the typing rests; the answer before stays until then, and while the text cannot be read.
 */
export function useRoleReach(text: string, saved: string | undefined) {
  const { things, hasMore, loadAll } = useThings(config.proxyCluster);
  const [reach, setReach] = useState<Reach>();
  // A query's answer is another object only when it holds something else.
  const known = JSON.stringify(things.map((one) => (one.state === 'read' ? one.readAtMs : one.state)));
  useEffect(() => {
    const timer = setTimeout(() => {
      const role = roleOfText(text);
      if (role) setReach(reachOf(role, saved === undefined ? undefined : roleOfText(saved), things));
    }, REST_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `known` stands for `things`
  }, [text, saved, known]);
  return { reach, isReading: things.some(({ state }) => state === 'reading'), hasMore, loadAll };
}
