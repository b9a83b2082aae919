import type { ReachableKind } from '../../wire/reachable.ts';
import { HeldRole } from '../heldRole.ts';
import { allowedNames } from '../names.ts';
import { decideResource } from '../resources.ts';
import type { Role } from '../role.ts';
import type { Traits } from '../traits.ts';
import { FIELDS_OF_KIND } from './names.ts';
import type { UsedField } from './names.ts';
import type { Thing } from './roleReach.ts';

/** What somebody reaches of one kind with all their roles, and as whom at least somewhere. */
export type EffectiveReach<T> = {
  reached: readonly T[];
  names: readonly { field: UsedField; values: readonly string[] }[];
};

/** Things of the same labels are judged once. */
export function effectiveReach<T extends Thing>(
  roles: readonly Role[],
  traits: Traits,
  kind: ReachableKind,
  things: readonly T[],
): EffectiveReach<T> {
  const held = roles.map((role) => new HeldRole(role, traits));
  const byKey = new Map<string, boolean>();
  const names = new Map<UsedField, Set<string>>(FIELDS_OF_KIND[kind].map((field) => [field, new Set()]));
  const reaches = ({ key, labels }: T): boolean => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const { ok } = decideResource(held, kind, labels, {}).verdict;
    byKey.set(key, ok);
    if (ok)
      for (const [field, values] of names)
        for (const name of allowedNames(held, field, { kind, labels })) values.add(name);
    return ok;
  };
  return {
    reached: things.filter(reaches),
    names: [...names].flatMap(([field, values]) => (values.size > 0 ? [{ field, values: [...values] }] : [])),
  };
}
