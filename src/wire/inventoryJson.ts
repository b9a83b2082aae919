// Items of the lists of all resources that users connect to, with the exact names of the wire (http-resources §4–§8).
import type { LabelJson } from './http.ts';

export type AppJson = {
  name: string;
  description: string;
  /** Internal address. `cloud://…` and `tcp://…` are not pages. */
  uri: string;
  publicAddr: string;
  fqdn: string;
  clusterId: string;
  labels: LabelJson[] | null;
  awsConsole: boolean;
  awsRoles?: { name: string; display: string; arn: string }[];
  friendlyName?: string;
};

export type KubeJson = {
  name: string;
  labels: LabelJson[] | null;
  kubernetes_users: string[] | null;
  kubernetes_groups: string[] | null;
};

export type DatabaseJson = {
  name: string;
  desc: string;
  protocol: string;
  type: string;
  labels: LabelJson[] | null;
  /** The address without scheme and port. */
  hostname: string;
  uri: string;
  /** The values that the caller's roles allow, the same for every row. `*` is any. */
  database_users?: string[];
  database_names?: string[];
  /** Only for databases that AWS hosts. */
  aws?: DatabaseAwsJson;
};

/** The nested objects always exist. */
export type DatabaseAwsJson = {
  region?: string;
  account_id?: string;
  external_id?: string;
  assume_role_arn?: string;
  rds: { instance_id?: string; cluster_id?: string; resource_id?: string; iam_auth: boolean; subnets?: string[] };
  redshift: object;
  redshift_serverless: object;
  rdsproxy: object;
  elasticache: object;
  memorydb: object;
  opensearch: object;
  secret_store: object;
};

/** A single value is plain text. */
export type DatabaseServiceJson = {
  name: string;
  resource_matchers?: { labels: Record<string, string | string[]> | null }[] | null;
};

export type DesktopJson = {
  os: 'windows';
  name: string;
  /** Without the default port. */
  addr: string;
  labels: LabelJson[] | null;
  host_id: string;
  logins: string[] | null;
};

export type DesktopServiceJson = { name: string; hostname: string; addr: string; labels: LabelJson[] | null };

export type UserGroupJson = { name: string; description: string; labels: LabelJson[] | null; friendlyName?: string };

/** Kinds of resources that roles select by labels and that people connect to (resource-specs §1.3, §21). */
const REACHABLE_KINDS = ['node', 'app', 'kube_cluster', 'db', 'windows_desktop', 'user_group'] as const;
export type ReachableKind = (typeof REACHABLE_KINDS)[number];

export const isReachableKind = (kind: string): kind is ReachableKind => REACHABLE_KINDS.some((item) => item === kind);

/** Response of `postern/sites/:site/nodes/:id/reach`, an extension (http-resources §3.1). Times are RFC 3339. */
export type ServerReachJson = {
  /** `self`: the gateway's own machine. */
  via: 'self' | 'direct' | 'tunnel';
  /** `host:port`, or empty for a server behind a reverse tunnel. */
  address: string;
  /** The server joined with a token. `token`: its masked name, for callers who may read tokens. */
  joined?: { time: string; token?: string };
  /** When the gateway last signed in there. Absent: never. */
  contact?: string;
  /** `since`: when the tunnel was opened or lost. Absent: it was never open. */
  tunnel?: { connected: boolean; since?: string };
};
