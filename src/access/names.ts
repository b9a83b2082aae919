import type { HeldRole, NameField } from './heldRole.ts';
import { decideResource, type ResourceKind } from './resources.ts';
import type { LabelSet } from './selector.ts';

/**
 * Names that the roles give: of all roles, or of those that reach one resource. What any role denies is left out, `*`
 * denies them all.
 */
export function allowedNames(
  roles: readonly HeldRole[],
  field: NameField,
  at?: { kind: ResourceKind; labels: LabelSet },
): readonly string[] {
  const giving = at ? decideResource(roles, at.kind, at.labels, {}).allowing : roles;
  const denied = new Set(roles.flatMap((held) => held.names('deny', field).map(({ value }) => value)));
  if (denied.has('*')) return [];
  const names = giving.flatMap((held) => held.names('allow', field).map(({ value }) => value));
  return [...new Set(names)].filter((name) => !denied.has(name));
}
