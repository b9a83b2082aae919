import type { UserTraitsJson } from './http.ts';

/** Trait of the user endpoints (http-auth §10) → its name in documents and templates (resource-specs §2). */
export const TRAIT_NAMES = {
  logins: 'logins',
  databaseUsers: 'db_users',
  databaseNames: 'db_names',
  kubeUsers: 'kubernetes_users',
  kubeGroups: 'kubernetes_groups',
  windowsLogins: 'windows_logins',
  awsRoleArns: 'aws_role_arns',
} as const satisfies Record<keyof UserTraitsJson, string>;
