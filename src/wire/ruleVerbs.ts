// The kinds and verbs of role rules (resource-specs §24).

/** All verbs that a server knows. `*` means all of them. */
const VERBS = {
  L: 'list',
  C: 'create',
  R: 'read',
  N: 'readnosecrets',
  U: 'update',
  D: 'delete',
  T: 'rotate',
  E: 'create_enroll_token',
  X: 'enroll',
  S: 'use',
} as const;
type Letter = keyof typeof VERBS;
const isLetter = (letter: string): letter is Letter => Object.hasOwn(VERBS, letter);

/** Kinds by the verbs that apply to them. The verbs of other kinds are unknown. */
const KINDS_BY_VERBS: Readonly<Record<string, string>> = {
  LCRUD:
    'user role trusted_cluster remote_cluster token lock access_request app db kube_server kube_cluster windows_desktop ' +
    'windows_desktop_service user_group cluster_alert installer saml_idp_service_provider',
  LCRUDN: 'auth_connector github oidc saml',
  LCRUDS: 'integration assistant',
  LCRUDEX: 'device',
  CR: 'github_request oidc_request saml_request',
  LR: 'session ssh_session instance',
  L: 'session_tracker download',
  LCU: 'event',
  LRU: 'access_plugin_data',
  LRUD: 'node app_server db_server',
  LUD: 'db_service',
  C: 'database_certificate host_cert jwt usage_event',
  CRU: 'connection_diagnostic cluster_auth_preference cluster_maintenance_config',
  RU: 'cluster_networking_config session_recording_config cluster_config',
  R: 'cluster_audit_config license',
  CRUD: 'cluster_name ui_config network_restrictions',
  LCNUT: 'cert_authority',
};

const VERBS_OF = new Map(
  Object.entries(KINDS_BY_VERBS).flatMap(([letters, kinds]) =>
    kinds.split(' ').map(
      (kind) =>
        [
          kind,
          Array.from(letters)
            .filter(isLetter)
            .map((letter) => VERBS[letter]),
        ] as const,
    ),
  ),
);

/** The verbs that apply to at least one of these kinds. Undefined if a kind is unknown or is `*`. */
export function verbsOfKinds(kinds: readonly string[]): readonly string[] | undefined {
  const verbs = kinds.map((kind) => VERBS_OF.get(kind));
  if (kinds.length === 0 || verbs.includes(undefined)) return undefined;
  return [...new Set(verbs.flatMap((verb) => verb ?? []))];
}
