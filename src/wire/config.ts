// `/web/config.js`: settings that the page loads before everything else (http-auth §2.2).

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
   * Our extensions beyond the cluster's API, absent in cluster mode. Must not contain a list: the 13.1 console merges
   * the settings into its own defaults, and its merge throws on a list below a key that the defaults do not have.
   */
  postern?: { features: FeaturesJson; passwordMin?: number };
};

export type FeaturesJson = Readonly<Record<string, true>>;

export const toFeatures = (names: readonly string[]): FeaturesJson =>
  Object.fromEntries(names.map((name) => [name, true as const]));

/** An extension: documents keep the text of their author, including comments and order. */
export const FEATURE_SOURCE_TEXT = 'documents.text';

/** An extension: a read sees every earlier write. A cluster's lists lag behind by up to about a second. */
export const READS_CURRENT = 'reads.current';

/**
 * An extension: connectors of every kind at `postern/connectors`, with their author's text and without their secret.
 */
export const ALL_CONNECTORS = 'connectors.all';

/**
 * An extension: a recovery code restores access at `postern/recovery`. Users create new codes at
 * `postern/recovery/codes`.
 */
export const RECOVERY = 'recovery';

/** An extension: a changed password ends the user's other sessions, and a reset ends all sessions of the user. */
export const PASSWORD_SIGNS_OUT = 'password.sign_out';

/**
 * An extension: a change of roles or users applies from the next call on. In a cluster it applies at the next sign-in.
 */
export const ACCESS_AT_ONCE = 'access.immediate';

/** An extension: the administrator sets the links of alerts in the gateway's file, and they can lead to any site. */
export const ALERT_LINKS = 'alerts.links';

/** An extension: `user/status` accepts `idle_ms`, the time since the last input in the console. */
export const FEATURE_IDLE = 'session.idle';

/**
 * An extension: documents of every kind with their revision at `postern/documents/<kind>`. A write with a stale
 * revision is refused.
 */
export const DOCUMENTS = 'documents.all';

/** An extension: earlier revisions of documents and their authors at `postern/history/<kind>/<name>`. */
export const HISTORY = 'history';

/** An extension: `postern/sessions/web` and `postern/users/:name/sessions/web` list and end web sessions. */
export const WEB_SESSIONS = 'sessions.web';

/**
 * An extension: a slow client can make the gateway hold the output of a terminal (letter `p`,
 * src/wire/terminal/frames.ts).
 */
export const HOLDS_OUTPUT = 'terminal.hold';

/**
 * An extension: a client can request the latency of a terminal's connection (letter `l`, src/wire/terminal/frames.ts).
 */
export const FEATURE_LATENCY = 'terminal.latency';

/** An extension: one command socket can run on many nodes. The process of a 13.1 cluster can crash in that case. */
export const COMMANDS_SHARE_SOCKET = 'commands.shared_socket';

/** An extension: a command ends when its socket closes. */
export const COMMANDS_STOP = 'commands.stop';

/** An extension: a session ends at once when its last participant closes the terminal. */
export const SESSIONS_END_AT_ONCE = 'sessions.end_at_once';

/** An extension: `files` beside `scp` lists and creates folders on a server. */
export const FOLDERS = 'files.folders';

/** An extension: `archive` beside `scp` sends a folder of a server as a tar archive. */
export const FOLDER_ARCHIVES = 'files.archive';

/** An extension: an upload with `replace=no` is refused with 409 if the file exists. */
export const FILES_KEPT = 'files.keep';

/** An extension: screens of a recording at `overview` and `screens` beside its events (streams §4.6). */
export const RECORDING_SCREENS = 'recordings.screens';

/** An extension: segments of recorded desktops at `desktop` beside the events of a recording (streams §6.1). */
export const RECORDED_DESKTOPS = 'recordings.desktop';

/** An extension: `recordings/search` searches the text of all recordings. */
export const RECORDING_SEARCH = 'recordings.search';

/** An extension: recordings have a mark and a note at `review` beside their events, and at `recordings/reviews`. */
export const RECORDING_REVIEWS = 'recordings.reviews';

/** An extension: `events/search` takes `search` and `query`, and `events/facets` and `events/histogram` count a whole range. */
export const AUDIT_FILTER = 'audit.filter';

/** An extension: desktop sockets accept `extensions=1` and then our own messages (streams §5.16). */
export const FEATURE_DESKTOP_EXTENSIONS = 'desktops.extensions';

/** An extension: `/x-teleport-auth` accepts the values of an application session as a form (http-resources §4.4). */
export const APPS_BY_FORM = 'apps.form';

/** An extension: queries to PostgreSQL and MySQL databases at `postern/sites/:site/databases/:name/query` (streams §11). */
export const FEATURE_QUERIES = 'databases.queries';

/**
 * An extension: `postern/sites/:site/kubernetes` lists the objects in Kubernetes clusters and opens shells in
 * containers.
 */
export const FEATURE_KUBERNETES = 'kubernetes.browse';

/** An extension: `postern/connect/<kind>/<name>` sets how the gateway reaches a resource (src/wire/connect.ts). */
export const CONNECT_SETTINGS = 'connect.console';

/** An extension: connection tests of applications and desktops (http-resources §13.3). */
export const DIAGNOSTICS_MORE = 'diagnostics.apps_desktops';

/** An extension: `token` accepts `labels` for the server that joins (http-resources §12.1). */
export const TOKEN_LABELS = 'tokens.labels';

/** An extension: joined servers can connect through reverse tunnels. Only if an endpoint for them is configured. */
export const REVERSE_TUNNELS = 'servers.tunnel';

/**
 * An extension: `postern/sites/:site/nodes/:id/reach` returns how a server is reached, and `postern/tokens` the reports
 * of joins.
 */
export const JOINED_SERVERS = 'servers.joined';

/** An extension: Assist takes context, cancel, retry and summaries, and shows tool calls (streams §7.7). */
export const ASSIST_EXTENSIONS = 'assist.extensions';

/**
 * An extension: lists of integrations have the time and the result of each integration's last use (http-resources
 * §14.5).
 */
export const INTEGRATION_USE = 'integrations.last_use';

/** The text before the JSON in the settings script. */
export const CONFIG_PREFIX = 'var GRV_CONFIG = ';
