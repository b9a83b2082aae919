import { allOf } from '../../lib/sentence.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import { HeldRole, type NameField } from '../heldRole.ts';
import { OPEN_FIELDS, type Principals } from '../resources.ts';
import type { Role } from '../role.ts';
import type { Traits } from '../traits.ts';

/** Names that a role grants for resources of a kind. The main one comes first. */
export type UsedField = Extract<
  NameField,
  | 'logins'
  | 'windows_desktop_logins'
  | 'db_users'
  | 'db_names'
  | 'kubernetes_groups'
  | 'kubernetes_users'
  | 'aws_role_arns'
>;

export const FIELDS_OF_KIND: Readonly<Record<ReachableKind, readonly UsedField[]>> = {
  node: ['logins'],
  app: ['aws_role_arns'],
  kube_cluster: ['kubernetes_groups', 'kubernetes_users'],
  db: ['db_users', 'db_names'],
  windows_desktop: ['windows_desktop_logins'],
  user_group: [],
};

/** The names to use a resource with. Without a name, the question is whether the user can access it at all. */
export type AsWhom = Readonly<Partial<Record<UsedField, string>>>;

const PRINCIPAL: Readonly<Record<UsedField, keyof Principals>> = {
  logins: 'login',
  windows_desktop_logins: 'login',
  db_users: 'dbUser',
  db_names: 'dbName',
  kubernetes_groups: 'kubeGroup',
  kubernetes_users: 'kubeUser',
  aws_role_arns: 'awsRoleArn',
};

/** The requested names that apply to the kind. */
export const requestedNames = (kind: ReachableKind, as: AsWhom): readonly { field: UsedField; value: string }[] =>
  FIELDS_OF_KIND[kind].flatMap((field) => {
    const value = as[field];
    return value === undefined || value === '' ? [] : [{ field, value }];
  });

export const toPrincipals = (kind: ReachableKind, as: AsWhom): Principals =>
  Object.fromEntries(requestedNames(kind, as).map(({ field, value }) => [PRINCIPAL[field], value]));

type FieldLabels = {
  /** Label of a field to choose one. */
  label: string;
  /** For use within a sentence. */
  noun: string;
  /** Continues "may", "may not" and "can". */
  use: (name: string) => string;
};

export const FIELD_LABELS: Readonly<Record<UsedField, FieldLabels>> = {
  logins: { label: 'Login', noun: 'login', use: (name) => `log in as ${name}` },
  windows_desktop_logins: { label: 'Login', noun: 'login', use: (name) => `log in as ${name}` },
  db_users: { label: 'Database user', noun: 'database user', use: (name) => `log in as ${name}` },
  db_names: { label: 'Database', noun: 'database name', use: (name) => `open the database ${name}` },
  kubernetes_groups: { label: 'Group', noun: 'Kubernetes group', use: (name) => `act as the group ${name}` },
  kubernetes_users: { label: 'User there', noun: 'Kubernetes user', use: (name) => `act as the user ${name}` },
  aws_role_arns: { label: 'AWS role', noun: 'AWS role', use: (name) => `assume the role ${name}` },
};

/** Usable names. `except`: names that a `*` in the values does not include. */
export type UsableNames = { field: UsedField; values: readonly string[]; except: readonly string[] };

/** A name, or a text for `*` in fields where it means any name. */
export function shownName(field: UsedField, name: string, denied: readonly string[]): string {
  if (name !== '*' || !OPEN_FIELDS.has(field)) return name;
  return denied.length > 0 ? `any but ${allOf(denied)}` : 'any';
}

/** For use within a sentence. */
export const KIND_LABELS: Readonly<Record<ReachableKind, string>> = {
  node: 'server',
  app: 'application',
  kube_cluster: 'Kubernetes cluster',
  db: 'database',
  windows_desktop: 'desktop',
  user_group: 'user group',
};

/** The names in roles, granted or denied: `root` first, the rest alphabetical. */
export function spokenNames(roles: readonly Role[], traits: Traits, field: UsedField): readonly string[] {
  const heldRoles = roles.map((role) => new HeldRole(role, traits));
  const names = heldRoles.flatMap((heldRole) => [...heldRole.names('allow', field), ...heldRole.names('deny', field)]);
  const isFirst = (name: string): number => Number(name === 'root');
  return [...new Set(names.map(({ value }) => value))]
    .filter((name) => name !== '*')
    .sort((a, b) => isFirst(b) - isFirst(a) || (a < b ? -1 : 1));
}
