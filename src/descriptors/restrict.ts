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

/** The first need that the roles do not meet decides. */
export const verdictOf = (acl: Acl, needs: readonly Need[]): Verdict =>
  needs.map(([what, verb]) => can(acl, what, verb)).find((verdict) => !verdict.ok) ?? allowed;

/** What an operation on the resource needs. */
export const needsOf = (resource: Resource, operation: Operation): readonly Need[] =>
  (resource.verbs?.[operation] ?? [OWN_VERB[operation]]).map((verb) => [resource.acl, verb]);

/** The verbs a forbidden operation lacks: all of them, so that one request to an administrator is enough. */
export const missingVerbs = (resource: Resource, operation: Operation, acl: Acl): readonly AclVerb[] =>
  needsOf(resource, operation)
    .filter((need) => !verdictOf(acl, [need]).ok)
    .map(([, verb]) => verb);

/** Why a row cannot be removed, whatever the roles say; undefined where it can. */
export const keptBecause = (resource: Resource, row: Row, self: string): string | undefined =>
  resource.fixed?.(row)?.why ?? resource.removal?.kept?.(row, self);

/** A resource as one user may use it. Generators read `may` and contain no permission rules of their own. */
export type Restricted = Resource & { may: Readonly<Record<Operation, Verdict>> };

/** A resource, and the name react-admin knows it by. */
export type NamedResource<R extends Resource = Restricted> = { resource: R; name: string };

type May = Restricted['may'];

/**
 * What the roles allow on documents of one type, or on rows of a resource as a whole: where types have rights of their
 * own, one of them is enough.
 */
export function mayOf(resource: Resource, acl: Acl, type?: DocumentType): May {
  const key = type?.acl ?? resource.acl;
  const others = type ? [] : (resource.yaml?.types.flatMap((one) => one.acl ?? []) ?? []);
  const judge = (operation: Operation): Verdict => {
    const verdict = (of: AclKey) => verdictOf(acl, needsOf({ ...resource, acl: of }, operation));
    return [key, ...others].map(verdict).find(({ ok }) => ok) ?? verdict(key);
  };
  return { list: judge('list'), create: judge('create'), update: judge('update'), remove: judge('remove') };
}

/** Calls that the roles forbid are gone from `wire`; why stands in `may`. */
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
