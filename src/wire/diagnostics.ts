// JSON types of connection tests (http-resources §13).

/** [http-resources §13.3] The subject of a test step. */
export type TraceType =
  | 'RBAC_NODE'
  | 'CONNECTIVITY'
  | 'RBAC_PRINCIPAL'
  | 'NODE_PRINCIPAL'
  | 'RBAC_KUBE'
  | 'KUBE_PRINCIPAL'
  | 'RBAC_DATABASE'
  | 'RBAC_DATABASE_LOGIN'
  | 'DATABASE_DB_USER'
  | 'DATABASE_DB_NAME'
  /** This and the next three are ours: tests of applications and desktops are an extension. */
  | 'RBAC_APP'
  | 'APP_RESPONSE'
  | 'RBAC_DESKTOP'
  | 'DESKTOP_LOGIN'
  | 'UNKNOWN_ERROR';

/** `details`: the sentence for users. `error`: the raw cause, only of failed steps. */
export type TraceJson = { traceType: TraceType; status: 'SUCCESS' | 'FAILED'; details: string; error?: string };

/** [http-resources §13.1] `traces`: in order, up to the failed step. */
export type DiagnosticJson = { id: string; success: boolean; message: 'success' | 'failed'; traces: TraceJson[] };

export const TESTED_KINDS = ['node', 'db', 'kube_cluster', 'app', 'windows_desktop'] as const;
export type TestedKind = (typeof TESTED_KINDS)[number];

/** Protocols of databases that a connection test can use. */
export const TESTED_PROTOCOLS: readonly string[] = ['postgres', 'mysql'];
/** Protocols whose connections name no database (http-resources §13.1). */
export const PROTOCOLS_WITHOUT_NAMES: readonly string[] =
  'mysql cockroachdb redis cassandra elasticsearch opensearch dynamodb'.split(' ');
