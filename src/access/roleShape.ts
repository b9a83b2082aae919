// The role document of the 13.1 server (resource-specs §1.2–1.8): every field that it stores, and `db_read_only` of
// this gateway.
import {
  duration,
  flag,
  labels,
  list,
  maybe,
  maybeFlag,
  object,
  option,
  selector,
  text,
  texts,
  whole,
  type Shape,
} from '../wire/shape.ts';

/** Per-session MFA, or hardware keys (resource-specs §1.2). */
export type MfaRequirement = 'off' | 'session' | 'hardware_key' | 'hardware_key_touch';

const NO_OR_KEY = /^(?:n|no|nope|false|0|off|hardware_key(?:_touch|_pin|_touch_and_pin)?)?$/i;

/**
 * A word that is neither yes nor no is refused, since it would turn MFA off. Newer servers have two more values, with a
 * PIN.
 */
export const mfaRequirement: Shape<MfaRequirement> = {
  read(json) {
    if (typeof json === 'string' && /^hardware_key/i.test(json))
      return /touch/i.test(json) ? 'hardware_key_touch' : 'hardware_key';
    return flag.read(json) ? 'session' : 'off';
  },
  check: (json, path) =>
    typeof json !== 'string' || flag.read(json) || NO_OR_KEY.test(json)
      ? flag.check(json, path)
      : `${path}: expected true, false, hardware_key or hardware_key_touch, got "${json}"`,
};

const claimsToRoles = list(object({ claim: text, value: text, roles: texts }));

const CONDITIONS = object({
  logins: texts,
  node_labels: selector,
  node_labels_expression: text,
  app_labels: selector,
  app_labels_expression: text,
  kubernetes_labels: selector,
  kubernetes_labels_expression: text,
  db_labels: selector,
  db_labels_expression: text,
  db_service_labels: selector,
  db_service_labels_expression: text,
  windows_desktop_labels: selector,
  windows_desktop_labels_expression: text,
  cluster_labels: selector,
  cluster_labels_expression: text,
  group_labels: selector,
  group_labels_expression: text,
  kubernetes_groups: texts,
  kubernetes_users: texts,
  kubernetes_resources: list(object({ kind: text, namespace: text, name: text })),
  db_names: texts,
  db_users: texts,
  db_roles: texts,
  windows_desktop_logins: texts,
  desktop_groups: texts,
  host_groups: texts,
  host_sudoers: texts,
  aws_role_arns: texts,
  azure_identities: texts,
  gcp_service_accounts: texts,
  impersonate: maybe(object({ users: texts, roles: texts, where: text })),
  request: maybe(
    object({
      roles: texts,
      claims_to_roles: claimsToRoles,
      search_as_roles: texts,
      suggested_reviewers: texts,
      annotations: selector,
      thresholds: list(object({ name: text, approve: whole, deny: whole, filter: text })),
    }),
  ),
  review_requests: maybe(
    object({ roles: texts, claims_to_roles: claimsToRoles, where: text, preview_as_roles: texts }),
  ),
  require_session_join: list(
    object({ name: text, filter: text, kinds: texts, modes: texts, count: whole, on_leave: text }),
  ),
  join_sessions: list(object({ name: text, roles: texts, kinds: texts, modes: texts })),
  rules: list(object({ resources: texts, verbs: texts, where: text, actions: texts })),
});

const OPTIONS = object({
  max_session_ttl: duration,
  forward_agent: option(false),
  port_forwarding: option(true),
  ssh_file_copy: option(true),
  cert_format: text,
  client_idle_timeout: duration,
  disconnect_expired_cert: flag,
  enhanced_recording: texts,
  permit_x11_forwarding: flag,
  max_connections: whole,
  max_kubernetes_connections: whole,
  max_sessions: whole,
  request_access: text,
  request_prompt: text,
  require_session_mfa: mfaRequirement,
  lock: text,
  device_trust_mode: text,
  pin_source_ip: option(false),
  record_session: maybe(object({ default: text, ssh: text, desktop: maybeFlag })),
  desktop_clipboard: option(true),
  desktop_directory_sharing: option(true),
  create_desktop_user: option(false),
  create_host_user: option(false),
  create_db_user: option(false),
  db_read_only: flag, // this gateway's own
  cert_extensions: list(object({ type: text, mode: text, name: text, value: text })),
  idp: object({ saml: object({ enabled: option(true) }) }),
});

export const ROLE = object({
  kind: text,
  version: text,
  metadata: object({ name: text, description: text, labels, expires: text }),
  spec: object({ options: OPTIONS, allow: CONDITIONS, deny: CONDITIONS }),
});

/** Label selectors of a role. Each has an expression beside it. */
export type LabelField =
  | 'node_labels'
  | 'app_labels'
  | 'kubernetes_labels'
  | 'db_labels'
  | 'db_service_labels'
  | 'windows_desktop_labels'
  | 'cluster_labels'
  | 'group_labels';
