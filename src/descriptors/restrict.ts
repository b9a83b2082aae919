import { can, type Acl, type Verdict } from '../api/can.ts';
import type { AclKey, AclVerb } from '../wire/userContext.ts';
import type { Resource } from './defineResource.ts';
import type { Need, Operation } from './model/wireModel.ts';
import type { DocumentType } from './documentTypes.ts';
import type { Row } from './row.ts';

const OWN_VERB = {
  list: 'list',
  create: 'create',
  update: 'edit',
  remove: 'remove',
} as const satisfies Record<Operation, AclVerb>;

const allowed: Verdict = { ok: true };

/** The first right that the roles lack decides. */
export const verdictOf = (acl: Acl, needs: readonly Need[]): Verdict =>
  needs.map(([key, verb]) => can(acl, key, verb)).find((verdict) => !verdict.ok) ?? allowed;

/** The required rights of an operation on the resource. */
export const needsOf = (resource: Resource, operation: Operation): readonly Need[] =>
  (resource.verbs?.[operation] ?? [OWN_VERB[operation]]).map((verb) => [resource.acl, verb]);

/** All missing verbs of a denied operation, so that one request to an administrator is enough. */
export const missingVerbs = (resource: Resource, operation: Operation, acl: Acl): readonly AclVerb[] =>
  needsOf(resource, operation)
    .filter((need) => !verdictOf(acl, [need]).ok)
    .map(([, verb]) => verb);

/** Why a row cannot be removed, independent of roles. Undefined if it can. */
export const keptBecause = (resource: Resource, row: Row, self: string): string | undefined =>
  resource.fixed?.(row)?.why ?? resource.removal?.kept?.(row, self);

/** A resource with the rights of one user. Generators read `may` and contain no permission rules. */
export type Restricted = Resource & { may: Readonly<Record<Operation, Verdict>> };

/** A resource, and react-admin's name of it. */
export type NamedResource<R extends Resource = Restricted> = { resource: R; name: string };

type May = Restricted['may'];

/**
 * The rights on documents of one type, or on rows of a resource as a whole: if types have separate rights, one of them
 * is sufficient.
 */
export function mayOf(resource: Resource, acl: Acl, type?: DocumentType): May {
  const key = type?.acl ?? resource.acl;
  const others = type ? [] : (resource.yaml?.types.flatMap((documentType) => documentType.acl ?? []) ?? []);
  const judge = (operation: Operation): Verdict => {
    const verdict = (of: AclKey) => verdictOf(acl, needsOf({ ...resource, acl: of }, operation));
    return [key, ...others].map(verdict).find(({ ok }) => ok) ?? verdict(key);
  };
  return { list: judge('list'), create: judge('create'), update: judge('update'), remove: judge('remove') };
}

/** Removes the endpoints that the roles deny from `wire`. The reasons are in `may`. */
export function restrict(resource: Resource, acl: Acl): Restricted {
  const may = mayOf(resource, acl);
  const { create, update, remove, ...reading } = resource.wire;
  const wire = {
    ...reading,
    ...(create && may.create.ok && { create }),
    ...(update && may.update.ok && { update }),
    ...(remove && may.remove.ok && { remove }),
  };
  return { ...resource, wire, may };
}
