// `/web/config.js`: settings that the page gets before anything else (http-auth §2.2).

export type SecondFactor = 'off' | 'otp' | 'webauthn' | 'on' | 'optional';
export type AuthProviderJson = { name: string; displayName?: string; type: 'oidc' | 'saml' | 'github'; url: string };

export type WebConfigJson = {
  auth: {
    second_factor?: SecondFactor;
    providers?: AuthProviderJson[];
    localAuthEnabled: boolean;
    allowPasswordless?: boolean;
    authType: 'local' | 'oidc' | 'saml' | 'github';
    preferredLocalMfa?: 'webauthn' | 'otp';
    localConnectorName?: string;
    privateKeyPolicy?: string;
    motd: string;
  };
  canJoinSessions: boolean;
  proxyCluster?: string;
  isCloud?: boolean;
  tunnelPublicAddress?: string;
  recoveryCodesEnabled?: boolean;
  ui: { scrollbackLines?: number };
  isDashboard?: boolean;
  isUsageBasedBilling?: boolean;
  automaticUpgrades: boolean;
  assistEnabled: boolean;
  /**
   * Our extensions beyond the cluster's API; absent in front of a cluster. Never a list: the 13.1 console merges the
   * settings into its own defaults, and its merge throws on a list below a key that the defaults do not have.
   */
  postern?: { features: FeaturesJson; passwordMin?: number };
};

export type FeaturesJson = Readonly<Record<string, true>>;

export const toFeatures = (names: readonly string[]): FeaturesJson =>
  Object.fromEntries(names.map((name) => [name, true as const]));

/** An extension: documents come back as their author wrote them, comments and order included. */
export const FEATURE_SOURCE_TEXT = 'documents.text';

/** An extension: a read sees every write before it; a cluster's lists lag behind by up to about a second. */
export const READS_CURRENT = 'reads.current';

/** An extension: connectors of every kind at `postern/connectors`, with their author's text and without their secret. */
export const ALL_CONNECTORS = 'connectors.all';

/** An extension: a recovery code opens an account at `postern/recovery`; users make new codes at `postern/recovery/codes`. */
export const RECOVERY = 'recovery';

/** An extension: a change of one's password ends one's other sessions, and a reset all sessions of the user. */
export const PASSWORD_SIGNS_OUT = 'password.sign_out';

/** An extension: a change of roles or users counts from the next call on; in a cluster roles of a user wait for the next sign-in. */
export const ACCESS_AT_ONCE = 'access.immediate';

/** An extension: links of alerts are the administrator's own, from the gateway's file, and may lead anywhere. */
export const ALERT_LINKS = 'alerts.links';

/** An extension: `user/status` takes `idle_ms`, how long ago somebody last touched the console. */
export const FEATURE_IDLE = 'session.idle';

/** An extension: documents of every kind with their revision at `postern/documents/<kind>`; a stale revision writes nothing. */
export const DOCUMENTS = 'documents.all';

/** An extension: what documents said before, and who wrote it, at `postern/history/<kind>/<name>`. */
export const HISTORY = 'history';

/** An extension: web sessions are listed and ended at `postern/sessions/web` and `postern/users/:name/sessions/web`. */
export const WEB_SESSIONS = 'sessions.web';

/** An extension: a client that cannot keep up has the output of a terminal held (letter `p`, src/wire/terminal/frames.ts). */
export const HOLDS_OUTPUT = 'terminal.hold';

/** An extension: a client that asks (letter `l`) is told how a terminal's connection does (src/wire/terminal/frames.ts). */
export const FEATURE_LATENCY = 'terminal.latency';

/** An extension: one command socket may carry many nodes; the process of a 13.1 cluster can end over that. */
export const COMMANDS_SHARE_SOCKET = 'commands.shared_socket';

/** An extension: a command ends when its socket closes. */
export const COMMANDS_STOP = 'commands.stop';

/** An extension: a session ends at once when its last participant closes the terminal. */
export const SESSIONS_END_AT_ONCE = 'sessions.end_at_once';

/** An extension: `files` beside `scp` lists folders of a server and makes them. */
export const FOLDERS = 'files.folders';

/** An extension: `archive` beside `scp` sends a folder of a server as a tar archive. */
export const FOLDER_ARCHIVES = 'files.archive';

/** An extension: an upload with `replace=no` is refused with 409 where a file is there already. */
export const FILES_KEPT = 'files.keep';

/** An extension: screens of a recording at `overview` and `screens` beside its events (streams §4.6). */
export const RECORDING_SCREENS = 'recordings.screens';

/** An extension: segments of recorded desktops at `desktop` beside the events of a recording (streams §6.1). */
export const RECORDED_DESKTOPS = 'recordings.desktop';

/** An extension: the text of all recordings is searched at `recordings/search`. */
export const RECORDING_SEARCH = 'recordings.search';

/** An extension: recordings have a mark and a note at `review` beside their events, and at `recordings/reviews`. */
export const RECORDING_REVIEWS = 'recordings.reviews';

/** An extension: `events/search` takes `search` and `query`, and `events/facets` and `events/histogram` count a whole range. */
export const AUDIT_FILTER = 'audit.filter';

/** An extension: desktop sockets take `extensions=1` and then messages of our own (streams §5.16). */
export const FEATURE_DESKTOP_EXTENSIONS = 'desktops.extensions';

/** An extension: `/x-teleport-auth` takes the values of a session at an application in a form (http-resources §4.4). */
export const APPS_BY_FORM = 'apps.form';

/** An extension: queries to PostgreSQL and MySQL databases at `postern/sites/:site/databases/:name/query` (streams §11). */
export const FEATURE_QUERIES = 'databases.queries';

/** An extension: what runs in Kubernetes clusters is listed, and containers are entered, at `postern/sites/:site/kubernetes`. */
export const FEATURE_KUBERNETES = 'kubernetes.browse';

/** An extension: lists of integrations say when each was used last, and how that went (http-resources §14.5). */
export const INTEGRATION_USE = 'integrations.last_use';

/** An extension: how the gateway reaches a resource is set at `postern/connect/<kind>/<name>` (src/wire/connect.ts). */
export const CONNECT_SETTINGS = 'connect.console';

/** An extension: connection tests of applications and desktops (http-resources §13.3). */
export const DIAGNOSTICS_MORE = 'diagnostics.apps_desktops';

/** An extension: `token` takes `labels` for the server that joins (http-resources §12.1). */
export const TOKEN_LABELS = 'tokens.labels';

/** An extension: joined servers may be reached through reverse tunnels. Only where an endpoint for them is configured. */
export const REVERSE_TUNNELS = 'servers.tunnel';

/** An extension: how a server is reached, at `postern/sites/:site/nodes/:id/reach`; what joins report, at `postern/tokens`. */
export const JOINED_SERVERS = 'servers.joined';

/** What stands around the JSON in the script's text. */
export const CONFIG_PREFIX = 'var GRV_CONFIG = ';
