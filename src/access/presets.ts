// The roles of a new cluster (resource-specs §25.1).

const EVERYTHING = { '*': '*' };
const READ = ['list', 'read'];
const WRITE = ['list', 'create', 'read', 'update', 'delete'];

const rule = (resource: string, ...verbs: string[]) => ({ resources: [resource], verbs });

/** The options that a server adds to every role, including its own (http-resources §11.2). */
const options = (overrides: { forward_agent: boolean; record_session: { desktop: boolean } }) => ({
  cert_format: 'standard',
  create_db_user: false,
  create_desktop_user: false,
  create_host_user: false,
  desktop_clipboard: true,
  desktop_directory_sharing: true,
  enhanced_recording: ['command', 'network'],
  idp: { saml: { enabled: true } },
  max_session_ttl: '30h0m0s',
  pin_source_ip: false,
  port_forwarding: true,
  ssh_file_copy: true,
  ...overrides,
});

const preset = (name: string, description: string, spec: { allow: object; options: object }) => ({
  name,
  document: {
    kind: 'role',
    version: 'v6',
    metadata: { name, description, labels: { 'teleport.internal/resource-type': 'preset' } },
    spec: { ...spec, deny: {} },
  },
});

const EDITABLE = [
  ...['user', 'role', 'oidc', 'saml', 'github', 'oidc_request', 'saml_request', 'github_request'],
  ...['cluster_audit_config', 'cluster_auth_preference', 'auth_connector', 'cluster_name'],
  ...['cluster_networking_config', 'session_recording_config', 'ui_config', 'trusted_cluster', 'remote_cluster'],
  ...['token', 'connection_diagnostic', 'db', 'database_certificate', 'installer'],
];
const EDITABLE_LATER = [
  ...['login_rule', 'saml_idp_service_provider', 'user_group', 'plugin', 'okta_import_rule', 'okta_assignment'],
];

/**
 * Documents in the order of the reference's lists. The login of `auditor` only keeps certificates valid: it exists on
 * no server.
 */
export const presetRoles = (): readonly { name: string; document: Record<string, unknown> }[] => [
  preset('access', 'Access cluster resources', {
    allow: {
      app_labels: EVERYTHING,
      aws_role_arns: ['{{internal.aws_role_arns}}'],
      azure_identities: ['{{internal.azure_identities}}'],
      db_labels: EVERYTHING,
      db_names: ['{{internal.db_names}}'],
      db_roles: ['{{internal.db_roles}}'],
      db_service_labels: EVERYTHING,
      db_users: ['{{internal.db_users}}'],
      gcp_service_accounts: ['{{internal.gcp_service_accounts}}'],
      kubernetes_groups: ['{{internal.kubernetes_groups}}'],
      kubernetes_labels: EVERYTHING,
      kubernetes_resources: [{ kind: 'pod', name: '*', namespace: '*' }],
      kubernetes_users: ['{{internal.kubernetes_users}}'],
      logins: ['{{internal.logins}}'],
      node_labels: EVERYTHING,
      rules: [
        rule('event', ...READ),
        { ...rule('session', 'read', 'list'), where: 'contains(session.participants, user.metadata.name)' },
        rule('instance', ...READ),
        rule('assistant', ...WRITE, 'use'),
      ],
      windows_desktop_labels: EVERYTHING,
      windows_desktop_logins: ['{{internal.windows_logins}}'],
    },
    options: options({ forward_agent: true, record_session: { desktop: true } }),
  }),
  preset('auditor', 'Review cluster events and replay sessions', {
    allow: {
      logins: [`no-login-${crypto.randomUUID()}`],
      rules: ['session', 'event', 'session_tracker', 'cluster_alert'].map((kind) => rule(kind, ...READ)),
    },
    options: options({ forward_agent: false, record_session: { desktop: false } }),
  }),
  preset('editor', 'Edit cluster configuration', {
    allow: {
      rules: [
        ...EDITABLE.map((kind) => rule(kind, ...WRITE)),
        rule('device', ...WRITE, 'create_enroll_token', 'enroll'),
        rule('db_service', ...READ),
        rule('instance', ...READ),
        ...EDITABLE_LATER.map((kind) => rule(kind, ...WRITE)),
        rule('assistant', ...WRITE, 'use'),
        rule('lock', ...WRITE),
        rule('integration', ...WRITE, 'use'),
        rule('billing', ...WRITE),
        rule('cluster_alert', ...WRITE),
      ],
    },
    options: options({ forward_agent: true, record_session: { desktop: false } }),
  }),
];
