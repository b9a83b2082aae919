/** Values of a user by name (resource-specs §2). */
export type Traits = Readonly<Record<string, readonly string[]>>;

/** The names that `{{internal.…}}` can use (resource-specs §20). */
export const INTERNAL_TRAITS: ReadonlySet<string> = new Set([
  'logins',
  'windows_logins',
  'kubernetes_groups',
  'kubernetes_users',
  'db_names',
  'db_users',
  'db_roles',
  'aws_role_arns',
  'azure_identities',
  'gcp_service_accounts',
  'jwt',
]);

/** The values of a trait, or none if the user does not have it. Never an inherited property. */
export const traitValues = (traits: Traits, name: string): readonly string[] =>
  Object.hasOwn(traits, name) ? (traits[name] ?? []) : [];
