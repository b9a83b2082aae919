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
  /** Our extensions beyond the cluster's API; absent before a cluster (design §9). */
  postern?: { features: string[] };
};

/** An extension: documents come back as their author wrote them, comments and order included. */
export const KEEPS_TEXT = 'documents.text';

/** An extension: a read sees every write before it; a cluster's lists lag behind by up to about a second. */
export const READS_CURRENT = 'reads.current';

/** An extension: connectors of every kind at `postern/connectors`, with their author's text and without their secret. */
export const ALL_CONNECTORS = 'connectors.all';

/** An extension: a recovery code opens an account at `postern/recovery`. */
export const RECOVERY = 'recovery';

/** An extension: a change of roles or users counts from the next call on; in a cluster it waits for a renewal. */
export const ACCESS_AT_ONCE = 'access.immediate';

/** An extension: links of alerts are the administrator's own, from the gateway's file, and may lead anywhere. */
export const ALERT_LINKS = 'alerts.links';

/** An extension: `user/status` takes `idle_ms`, how long ago somebody last touched the console. */
export const HEARS_IDLE = 'session.idle';

/** An extension: documents of every kind with their revision at `postern/documents/<kind>`; a stale revision writes nothing. */
export const DOCUMENTS = 'documents.all';

/** An extension: what documents said before, and who wrote it, at `postern/history/<kind>/<name>`. */
export const HISTORY = 'history';

/** An extension: a client that cannot keep up has the output of a terminal held (letter `p`, src/wire/terminal/hold.ts). */
export const HOLDS_OUTPUT = 'terminal.hold';

/** An extension: a client that asks (letter `l`) is told how a terminal's connection does (src/wire/terminal/latency.ts). */
export const TELLS_LATENCY = 'terminal.latency';

/** What stands around the JSON in the script's text. */
export const CONFIG_PREFIX = 'var GRV_CONFIG = ';
