// JSON wire types that console and gateway share, with the exact names of the wire.

/** Response of every call that signs in or renews (http-auth §4.1). */
export type SessionResponse = {
  type: 'Bearer';
  token: string;
  /** Whole seconds left of the bearer token. */
  expires_in: number;
  /** RFC 3339. The zero time if the server does not report it. */
  sessionExpires: string;
  /** Milliseconds; 0 = none. */
  sessionInactiveTimeout: number;
};

/** The time that means "not set" on the wire. */
export const ZERO_TIME = '0001-01-01T00:00:00Z';

/** Parses a time of the wire. Undefined if it is not set or invalid. */
export function readTime(text: string | undefined): Date | undefined {
  const time = new Date(text ?? Number.NaN);
  return time.getUTCFullYear() > 1 ? time : undefined;
}

/** The same with an invalid date instead of undefined: the console shows it as unknown. */
export const readDate = (text: string | undefined): Date => readTime(text) ?? new Date(Number.NaN);

export type LabelJson = { name: string; value: string };

/** Response of every list (http-resources §1.2). */
export type ListJson<T> = { items: T[] | null; startKey: string; totalCount: number };

/** `values`: the most frequent ones. `others`: the number of events with another value. */
type EventFacetJson = { name: string; values: { value: string; count: number }[]; others: number };

/** Response of `events/facets`, an extension. `total`: the number of events in the time range. */
export type EventFacetsJson = { total: number; facets: EventFacetJson[] };

/** Response of `events/histogram`, an extension. With a `startKey`, older events still have to be counted. */
export type EventHistogramJson = { bars: [bar: number, count: number, flagged: number][]; startKey: string };

export type NodeJson = {
  id: string;
  siteId: string;
  hostname: string;
  /** Empty for tunnel nodes. */
  addr: string;
  tunnel: boolean;
  tags: LabelJson[] | null;
  sshLogins: string[] | null;
  /** An extension: the server joined with a token (http-resources §3.1). */
  joined?: true;
};

/** A document edited as YAML (http-resources §11.1). */
export type ResourceItemJson = { id: string; kind: string; name: string; content: string };

/**
 * A document of our extension (`postern/documents`). `revision` is opaque. `fixed` names the fields that gateway.yaml
 * sets, if the rest of the document can be written.
 */
export type DocumentItemJson = ResourceItemJson & {
  revision: string;
  origin: 'config-file' | 'dynamic' | 'defaults' | 'seed';
  fixed?: string[];
};

/** One write of a document (`postern/history`). */
export type RevisionJson = {
  revision: string;
  author: string;
  time: string;
  change: 'created' | 'updated' | 'removed';
};
/** Newest first. */
export type HistoryJson = { revisions: RevisionJson[] };
/** Deleted documents of a kind. `revision` is that of the deletion. */
export type RemovedJson = { removed: { name: string; revision: string; author: string; time: string }[] };

export type UserTraitsJson = Partial<
  Record<
    'logins' | 'databaseUsers' | 'databaseNames' | 'kubeUsers' | 'kubeGroups' | 'windowsLogins' | 'awsRoleArns',
    string[]
  >
>;
export type AuthType = 'local' | 'github' | 'oidc' | 'saml';
type UserEntryJson = { name: string; roles: string[] | null; authType: AuthType };
export type UserJson = UserEntryJson & { traits?: UserTraitsJson };

export type ClusterJson = {
  name: string;
  lastConnected: string;
  status: 'online' | 'offline';
  nodeCount: number;
  publicURL: string;
  authVersion: string;
  proxyVersion: string;
};

export type AlertJson = {
  kind: 'cluster_alert';
  version: 'v1';
  metadata: { name: string; labels?: Record<string, string>; expires?: string };
  /** severity: 0 low, 5 medium, 10 high. */
  spec: { severity: number; message: string; created: string };
};

/** An extension: the number of unused recovery codes of a user (`GET postern/recovery/codes`). */
export type RecoveryCodesJson = { left: number; created?: string };

/**
 * An extension: a field in the refusal for a locked user: `{ message, expires?, device? }`. `device: true`: the lock is
 * on the device.
 */
export const LOCKED_OUT = 'locked-out';

/**
 * An extension: a header in the refusal of a document, with the keys and indices of the affected field as
 * percent-encoded JSON. The body is the same as from a cluster.
 */
export const FIELD_PATH_HEADER = 'x-field-path';

/** Labels of cluster alerts: the audience of an alert, and its link (http-auth §11.3). */
export const ALERT_LABELS = {
  /** `yes`: shown after sign-in. */
  onLogin: 'teleport.internal/alert-on-login',
  /** `yes`: for all users. */
  permitAll: 'teleport.internal/alert-permit-all',
  /** `kind:verb`, several separated by `|`: for users who may do one of them. */
  verbPermit: 'teleport.internal/alert-verb-permit',
  link: 'teleport.internal/link',
} as const;
