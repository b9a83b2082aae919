// The user context and its access flags (http-auth §6.2).
import type { ClusterJson, UserTraitsJson } from './http.ts';

export type AclVerb = 'list' | 'read' | 'edit' | 'create' | 'remove' | 'use';
export type AclAccess = Record<AclVerb, boolean>;

/** Key of the user's ACL → kind in the rules of roles. Flags, tooltips and the gateway all use this table. */
export const ACL_KINDS = {
  recordedSessions: 'session',
  activeSessions: 'ssh_session',
  authConnectors: 'auth_connector',
  roles: 'role',
  users: 'user',
  trustedClusters: 'trusted_cluster',
  events: 'event',
  tokens: 'token',
  nodes: 'node',
  appServers: 'app_server',
  dbServers: 'db_server',
  db: 'db',
  kubeServers: 'kube_server',
  desktops: 'windows_desktop',
  accessRequests: 'access_request',
  billing: 'billing',
  connectionDiagnostic: 'connection_diagnostic',
  download: 'download',
  license: 'license',
  plugins: 'plugin',
  integrations: 'integration',
  deviceTrust: 'device',
  lock: 'lock',
  assist: 'assistant',
  samlIdpServiceProvider: 'saml_idp_service_provider',
} as const;

/** Kinds that are missing in the reference's context. Our gateway sends them in `posternAcl`. */
export const EXTRA_ACL_KINDS = { apps: 'app', kubeClusters: 'kube_cluster', userGroups: 'user_group' } as const;
type ExtraAclKey = keyof typeof EXTRA_ACL_KINDS;
export type AclKey = keyof typeof ACL_KINDS | ExtraAclKey;

/** ACL verb → verb of a role's rule. */
export const ACL_VERBS = {
  list: 'list',
  read: 'read',
  edit: 'update',
  create: 'create',
  remove: 'delete',
  use: 'use',
} as const satisfies Record<AclVerb, string>;

export type UserAclJson = Partial<Record<AclKey, Partial<AclAccess>>> & {
  clipboard?: boolean;
  desktopSessionRecording?: boolean;
  directorySharing?: boolean;
};

export type UserContextJson = {
  authType: 'local' | 'sso';
  userName: string;
  userAcl: UserAclJson;
  posternAcl?: Record<ExtraAclKey, AclAccess>;
  cluster: ClusterJson;
  accessStrategy?: { type: 'optional' | 'always' | 'reason'; prompt: string };
  accessCapabilities?: { requestableRoles: string[] | null; suggestedReviewers: string[] | null };
  accessRequestId?: string;
  /** An extension: false for a local user who only signs in with a passkey. */
  hasPassword?: boolean;
};

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
