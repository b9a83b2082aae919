import type { DocumentForm, DocumentInput } from '../documentTypes.ts';
import { description } from './commonInputs.ts';

const ROLES = { options: 'roles' } as const;
const CLAIMS: Partial<DocumentInput> = {
  columns: [
    { source: 'claim', label: 'Trait' },
    { source: 'value', label: 'Value' },
    { source: 'roles', label: 'Roles', options: 'roles' },
  ],
  add: 'Add trait',
};
/** The input of a field in any position: allow and deny have the same fields. */
const ASKED: Readonly<Record<string, Partial<DocumentInput>>> = {
  node_labels: { labelsOf: 'nodes' },
  kubernetes_labels: { labelsOf: 'kubernetes' },
  app_labels: { labelsOf: 'apps' },
  db_labels: { labelsOf: 'databases' },
  db_service_labels: { labelsOf: 'databaseServices' },
  windows_desktop_labels: { labelsOf: 'desktops' },
  group_labels: { labelsOf: 'userGroups' },
  host_sudoers: { byLine: true },
  kubernetes_resources: { add: 'Add objects' },
  db_permissions: { add: 'Add rights' },
  account_assignments: { add: 'Add account' },
  github_permissions: { add: 'Add organizations' },
  spiffe: { add: 'Add identity' },
  'impersonate.users': { options: 'users' },
  'impersonate.roles': ROLES,
  'request.roles': ROLES,
  'request.claims_to_roles': CLAIMS,
  'request.search_as_roles': ROLES,
  'request.annotations': { add: 'Add note' },
  'review_requests.roles': ROLES,
  'review_requests.claims_to_roles': CLAIMS,
  rules: {
    columns: [
      { source: 'resources', label: 'Resources' },
      { source: 'verbs', label: 'Verbs' },
      { source: 'where', label: 'Where' },
      { source: 'actions', label: 'Log' },
    ],
    add: 'Add rule',
    boxes: true,
  },
};

const part =
  (name: 'allow' | 'deny' | 'options') =>
  (field: string, label: string, more: Partial<DocumentInput> = {}): DocumentInput => ({
    path: `spec.${name}.${field}`,
    label,
    ...(name !== 'options' && ASKED[field]),
    ...more,
  });
const allow = part('allow');
const deny = part('deny');
const option = part('options');

type Side = typeof allow;
const BOTH_MATCH = 'Both the labels and the expression must match.';
/** Labels that select resources of one kind, and an expression instead or in addition. */
const selector = (side: Side, resources: string, label: string): readonly DocumentInput[] => [
  side(`${resources}_labels`, label),
  side(`${resources}_labels_expression`, `${label.replace('labels', 'label')} expression`, { help: BOTH_MATCH }),
];

const form: DocumentForm = {
  title: 'Role',
  sections: [
    {
      title: 'Overview',
      text: 'Name of the role and how long it exists.',
      inputs: [
        description,
        { path: 'version', label: 'Version', half: true, help: 'v3 to v5 grant more by default than v6.' },
        { path: 'metadata.expires', label: 'Expires', help: 'The server deletes the role at this time.' },
        { path: 'metadata.labels', label: 'Labels of the role', help: 'For conditions that select roles by label.' },
      ],
    },
    {
      title: 'Servers',
      text: 'A server is accessible when every label below matches. Several values mean any of them.',
      inputs: [
        allow('node_labels', 'Server labels', { help: '' }),
        allow('logins', 'Logins', { help: 'UNIX accounts. {{internal.logins}} adds each user’s own.' }),
        allow('node_labels_expression', 'Label expression', { help: BOTH_MATCH }),
        allow('host_groups', 'Groups of created accounts', {
          help: 'UNIX groups that an account gets when it is created on demand.',
        }),
        allow('host_sudoers', 'Sudo rights of created accounts'),
      ],
    },
    {
      title: 'Kubernetes',
      text: 'Which clusters are accessible, with which groups and users, and which objects.',
      inputs: [
        allow('kubernetes_labels', 'Cluster labels'),
        allow('kubernetes_groups', 'Groups'),
        allow('kubernetes_users', 'Users'),
        allow('kubernetes_labels_expression', 'Label expression', { help: BOTH_MATCH }),
        allow('kubernetes_resources', 'Objects'),
      ],
    },
    {
      title: 'Applications',
      text: 'Which web applications are accessible, and with which cloud identity.',
      inputs: [
        ...selector(allow, 'app', 'Application labels'),
        allow('aws_role_arns', 'AWS roles'),
        allow('azure_identities', 'Azure identities'),
        allow('gcp_service_accounts', 'Google service accounts'),
      ],
    },
    {
      title: 'Databases',
      text: 'Which databases are accessible, and with which account.',
      inputs: [
        allow('db_labels', 'Database labels'),
        allow('db_names', 'Database names'),
        allow('db_users', 'Database users'),
        allow('db_roles', 'Roles of created accounts'),
        allow('db_permissions', 'Rights of created accounts'),
        allow('db_labels_expression', 'Label expression', { help: BOTH_MATCH }),
        ...selector(allow, 'db_service', 'Database service labels'),
      ],
    },
    {
      title: 'Desktops',
      text: 'Which Windows desktops are accessible, and with which account.',
      inputs: [
        allow('windows_desktop_labels', 'Desktop labels'),
        allow('windows_desktop_logins', 'Desktop logins'),
        allow('desktop_groups', 'Groups of created accounts'),
        allow('windows_desktop_labels_expression', 'Label expression', { help: BOTH_MATCH }),
      ],
    },
    {
      title: 'Other resources',
      text: 'Leaf clusters, user groups and machine identities.',
      inputs: [
        ...selector(allow, 'cluster', 'Trusted cluster labels'),
        ...selector(allow, 'group', 'User group labels'),
        ...selector(allow, 'workload_identity', 'Workload identity labels'),
        allow('account_assignments', 'AWS account assignments'),
        allow('github_permissions', 'GitHub organizations'),
        allow('spiffe', 'SPIFFE identities'),
      ],
    },
    {
      title: 'Impersonation',
      text: 'Users and roles that its users may impersonate.',
      inputs: [
        allow('impersonate.users', 'Users'),
        allow('impersonate.roles', 'Roles'),
        allow('impersonate.where', 'Condition'),
      ],
    },
    {
      title: 'Requests',
      text: 'Which roles its users may request, and which requests they may review.',
      inputs: [
        allow('request.roles', 'May request'),
        allow('request.claims_to_roles', 'May request, by trait'),
        allow('request.search_as_roles', 'Search as roles'),
        allow('request.suggested_reviewers', 'Suggested reviewers', { options: 'users' }),
        allow('request.thresholds', 'Review thresholds', { add: 'Add threshold' }),
        allow('request.annotations', 'Annotations'),
        allow('request.max_duration', 'Maximum duration', { half: true }),
        allow('request.reason.mode', 'Reason', { half: true }),
        allow('request.kubernetes_resources', 'Kinds of Kubernetes objects', { add: 'Add kind' }),
        allow('review_requests.roles', 'May review requests for'),
        allow('review_requests.claims_to_roles', 'May review requests, by trait'),
        allow('review_requests.where', 'Review condition'),
        allow('review_requests.preview_as_roles', 'Preview as roles', ROLES),
      ],
    },
    {
      title: 'Admin rules',
      text: 'Permissions on the platform itself.',
      inputs: [allow('rules', 'Rules', { help: '' })],
    },
    {
      title: 'Sessions',
      text: 'Sessions that its users may join, and participants that their own sessions require.',
      inputs: [
        allow('join_sessions', 'May join', { add: 'Add sessions' }),
        allow('require_session_join', 'Required participants', { add: 'Add policy' }),
        option('record_session.default', 'When recording fails', { half: true }),
        option('record_session.ssh', 'When SSH recording fails', { half: true }),
        option('record_session.desktop', 'Desktop sessions are recorded'),
        option('enhanced_recording', 'Recorded events'),
      ],
    },
    {
      title: 'Options',
      text: 'How sign-ins, sessions and certificates behave.',
      inputs: [
        option('max_session_ttl', 'A sign-in lasts', { half: true }),
        option('client_idle_timeout', 'Idle sessions end after', { half: true }),
        option('disconnect_expired_cert', 'Sessions end with the certificate', { help: '' }),
        option('require_session_mfa', 'Second factor for each session', { half: true }),
        option('mfa_verification_interval', 'Repeat check after', { half: true }),
        option('device_trust_mode', 'Trusted device', { half: true }),
        option('lock', 'When locks cannot be checked', { half: true }),
        option('max_connections', 'Concurrent SSH connections', { half: true }),
        option('max_sessions', 'Sessions in one connection', { half: true }),
        option('max_kubernetes_connections', 'Concurrent Kubernetes sessions', { half: true }),
        option('cert_format', 'Certificate format', { half: true }),
        option('request_access', 'Access requests at sign-in', { half: true }),
        option('request_prompt', 'Reason prompt', { half: true, words: true }),
        option('forward_agent', 'The SSH agent may be forwarded'),
        option('port_forwarding', 'Ports may be forwarded'),
        option('ssh_port_forwarding.local.enabled', 'Ports may be forwarded to servers'),
        option('ssh_port_forwarding.remote.enabled', 'Ports may be forwarded from servers'),
        option('ssh_file_copy', 'Files may be copied'),
        option('permit_x11_forwarding', 'X11 may be forwarded'),
        option('desktop_clipboard', 'The clipboard is shared with desktops'),
        option('desktop_directory_sharing', 'A directory may be shared with desktops'),
        option('create_host_user', 'Accounts on servers are created on demand'),
        option('create_host_user_mode', 'Created accounts on servers', { half: true }),
        option('create_host_user_default_shell', 'Their shell', { half: true }),
        option('create_db_user', 'Accounts in databases are created on demand'),
        option('create_db_user_mode', 'Created accounts in databases', { half: true }),
        option('db_read_only', 'The query console only reads databases'),
        option('create_desktop_user', 'Windows accounts are created on demand'),
        option('pin_source_ip', 'Certificates are pinned to one address'),
        option('cert_extensions', 'Certificate extensions', { add: 'Add extension' }),
        option('idp.saml.enabled', 'May sign in to SAML applications'),
      ],
    },
    {
      title: 'Servers',
      group: 'Deny',
      text: 'Denies access to matches, regardless of what this or another role allows.',
      inputs: [
        deny('node_labels', 'Server labels'),
        deny('logins', 'Logins'),
        deny('node_labels_expression', 'Label expression', { help: 'Labels and expression each deny independently.' }),
        deny('host_groups', 'Groups of created accounts'),
        deny('host_sudoers', 'Sudo rights of created accounts'),
      ],
    },
    {
      title: 'Everything else',
      group: 'Deny',
      inputs: [
        deny('kubernetes_labels', 'Kubernetes cluster labels'),
        deny('kubernetes_labels_expression', 'Kubernetes label expression'),
        deny('kubernetes_groups', 'Kubernetes groups'),
        deny('kubernetes_users', 'Kubernetes users'),
        deny('kubernetes_resources', 'Kubernetes objects'),
        deny('app_labels', 'Application labels'),
        deny('app_labels_expression', 'Application label expression'),
        deny('aws_role_arns', 'AWS roles'),
        deny('azure_identities', 'Azure identities'),
        deny('gcp_service_accounts', 'Google service accounts'),
        deny('db_labels', 'Database labels'),
        deny('db_labels_expression', 'Database label expression'),
        deny('db_service_labels', 'Database service labels'),
        deny('db_service_labels_expression', 'Database service label expression'),
        deny('db_names', 'Database names'),
        deny('db_users', 'Database users'),
        deny('db_roles', 'Roles of created database accounts'),
        deny('db_permissions', 'Rights of created database accounts'),
        deny('windows_desktop_labels', 'Desktop labels'),
        deny('windows_desktop_labels_expression', 'Desktop label expression'),
        deny('windows_desktop_logins', 'Desktop logins'),
        deny('desktop_groups', 'Groups of created Windows accounts'),
        ...selector(deny, 'cluster', 'Trusted cluster labels'),
        ...selector(deny, 'group', 'User group labels'),
        ...selector(deny, 'workload_identity', 'Workload identity labels'),
        deny('account_assignments', 'AWS account assignments'),
        deny('github_permissions', 'GitHub organizations'),
        deny('spiffe', 'SPIFFE identities'),
        deny('impersonate.users', 'Impersonating users'),
        deny('impersonate.roles', 'Impersonating roles'),
        deny('request.roles', 'Requesting roles'),
        deny('request.claims_to_roles', 'Requesting roles, by trait'),
        deny('request.search_as_roles', 'Search as roles'),
        deny('request.annotations', 'Removed annotations'),
        deny('review_requests.roles', 'Reviewing requests for'),
        deny('review_requests.claims_to_roles', 'Reviewing requests, by trait'),
        deny('rules', 'Rules'),
      ],
    },
  ],
};
export default form;
