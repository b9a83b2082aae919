// Access to resources by their labels, and with which names (resource-specs §1.3, §21).
import type { HeldRole, Name, NameField } from './heldRole.ts';
import type { LabelField } from './roleShape.ts';
import type { LabelSet } from './selector.ts';
import { faulty, forbidden, granted, ungranted, type RuleLocation, type Verdict } from './verdict.ts';

/** Kind → the selector that decides about it. Instances count as the resource that they serve. */
export const LABELS_OF_KIND = {
  node: 'node_labels',
  app: 'app_labels',
  app_server: 'app_labels',
  kube_cluster: 'kubernetes_labels',
  kube_server: 'kubernetes_labels',
  db: 'db_labels',
  db_server: 'db_labels',
  db_service: 'db_service_labels',
  windows_desktop: 'windows_desktop_labels',
  windows_desktop_service: 'windows_desktop_labels',
  user_group: 'group_labels',
  remote_cluster: 'cluster_labels',
} as const satisfies Record<string, LabelField>;
export type ResourceKind = keyof typeof LABELS_OF_KIND;

/** The names to use the resource with. The role that grants the resource must allow each given name. */
export type Principals = {
  /** Account on a server or a desktop. */
  login?: string;
  dbUser?: string;
  dbName?: string;
  awsRoleArn?: string;
  kubeUser?: string;
  kubeGroup?: string;
};

/** Fields where `*` in allow means any name. */
export const OPEN_FIELDS: ReadonlySet<NameField> = new Set<NameField>(['db_users', 'db_names']);

/** With the roles that allow it, for requirements of each role (per-session MFA). */
export type ResourceDecision = { verdict: Verdict; allowing: readonly HeldRole[] };

type RequestedName = { field: NameField; value: string };

/** Deny wins over every allow. An error in any evaluated selector makes the check fail. */
export function decideResource(
  roles: readonly HeldRole[],
  kind: ResourceKind,
  labels: LabelSet,
  principals: Principals,
): ResourceDecision {
  const field = LABELS_OF_KIND[kind];
  const requested = toRequestedNames(kind, principals);
  const refused = findDenial(roles, field, labels, requested);
  if (refused) return { verdict: refused, allowing: [] };
  if (kind === 'remote_cluster' && isOpenCluster(roles, labels)) return { verdict: granted(), allowing: [] };
  const allowing: HeldRole[] = [];
  let by: readonly RuleLocation[] | undefined;
  for (const role of roles) {
    const match = role.matchLabels('allow', field, labels);
    if (match.kind === 'fault') return { verdict: faulty(match.message, match.location), allowing: [] };
    if (match.kind === 'no') continue;
    const names = requested.map((name) => allowedName(role, name));
    if (!names.every((name) => name !== undefined)) continue;
    allowing.push(role);
    by ??= [match.location, ...names.map((name) => name.location)];
  }
  return { verdict: by ? granted(...by) : ungranted(refusalOf(kind, requested)), allowing };
}

/**
 * The same for a server that is not in the inventory. It can be any server that the roles distinguish by labels, under
 * another name. So only roles for every server count, and no role may exclude servers.
 */
export function decideUnlistedNode(roles: readonly HeldRole[], principals: Principals): Verdict {
  const { verdict, allowing } = decideResource(roles, 'node', {}, principals);
  if (!verdict.ok) return verdict;
  const field = LABELS_OF_KIND.node;
  const limiting = roles.find((role) => role.labelScope('deny', field) !== 'none');
  if (limiting) return forbidden(`the role ${limiting.name} denies some servers`, limiting.locationOf(`deny.${field}`));
  const everything = allowing.find((role) => role.labelScope('allow', field) === 'all');
  return everything ? granted(everything.locationOf(`allow.${field}`)) : ungranted('no role allows every server');
}

function toRequestedNames(kind: ResourceKind, principals: Principals): readonly RequestedName[] {
  const { login, dbUser, dbName, awsRoleArn, kubeUser, kubeGroup } = principals;
  const requested: RequestedName[] = [];
  const want = (field: NameField, value: string | undefined) => {
    if (value !== undefined) requested.push({ field, value });
  };
  want(kind === 'windows_desktop' ? 'windows_desktop_logins' : 'logins', login);
  want('db_users', dbUser);
  want('db_names', dbName);
  want('aws_role_arns', awsRoleArn);
  want('kubernetes_users', kubeUser);
  want('kubernetes_groups', kubeGroup);
  return requested;
}

/** A denied name is denied everywhere, for any labels. `*` denies every name. */
function findDenial(
  roles: readonly HeldRole[],
  field: LabelField,
  labels: LabelSet,
  requested: readonly RequestedName[],
): Verdict | undefined {
  for (const role of roles) {
    const match = role.matchLabels('deny', field, labels);
    if (match.kind === 'fault') return faulty(match.message, match.location);
    if (match.kind === 'yes') return forbidden(`the role ${role.name} denies it`, match.location);
    for (const requestedName of requested) {
      const name = deniedName(role, requestedName);
      if (name) return forbidden(`the role ${role.name} denies ${requestedName.value}`, name.location);
    }
  }
  return undefined;
}

const namesLike = (names: readonly Name[], value: string, open: boolean): readonly Name[] =>
  names.filter((name) => name.value === value || (open && name.value === '*'));

/** The entries of a role that grant a name. */
export const allowedEntries = (role: HeldRole, { field, value }: RequestedName): readonly Name[] =>
  namesLike(role.names('allow', field), value, OPEN_FIELDS.has(field));

/** The entries of a role that deny a name. */
export const deniedEntries = (role: HeldRole, { field, value }: RequestedName): readonly Name[] =>
  namesLike(role.names('deny', field), value, true);

/** The first entry of a role that grants a name, or undefined. */
export const allowedName = (role: HeldRole, name: RequestedName): Name | undefined => allowedEntries(role, name)[0];

/** The first entry of a role that denies a name. */
export const deniedName = (role: HeldRole, name: RequestedName): Name | undefined => deniedEntries(role, name)[0];

/** Leaf clusters without labels are open to all users without a role that selects clusters. */
const isOpenCluster = (roles: readonly HeldRole[], labels: LabelSet): boolean =>
  Object.keys(labels).length === 0 &&
  !roles.some((role) => role.hasLabels('allow', 'cluster_labels') || role.hasLabels('deny', 'cluster_labels'));

const refusalOf = (kind: ResourceKind, requested: readonly RequestedName[]): string =>
  requested.length === 0
    ? `no role allows this ${kind}`
    : `no role allows this ${kind} as ${requested.map(({ value }) => value).join(', ')}`;

/** Names that the roles deny everywhere. */
export const deniedNames = (roles: readonly HeldRole[], field: NameField): readonly string[] => [
  ...new Set(roles.flatMap((role) => role.names('deny', field).map(({ value }) => value))),
];

/**
 * Names that the roles grant: all roles, or those that grant one resource. Names that any role denies are left out. `*`
 * denies all names.
 */
export function allowedNames(
  roles: readonly HeldRole[],
  field: NameField,
  at?: { kind: ResourceKind; labels: LabelSet },
): readonly string[] {
  const giving = at ? decideResource(roles, at.kind, at.labels, {}).allowing : roles;
  const denied = new Set(deniedNames(roles, field));
  if (denied.has('*')) return [];
  const names = giving.flatMap((role) => role.names('allow', field).map(({ value }) => value));
  return [...new Set(names)].filter((name) => !denied.has(name));
}
