import { notFound } from '../../http/failures.ts';
import type { DocumentKind } from '../documentKind.ts';
import { GITHUB_CONNECTOR, OIDC_CONNECTOR } from './connectors.ts';
import { APP, DB, KUBE_CLUSTER, NODE, USER_GROUP, WINDOWS_DESKTOP } from './inventory.ts';
import { INTEGRATION } from './integration.ts';
import { LOCK } from './lock.ts';
import { ROLE } from './role.ts';
import { CLUSTER_AUTH_PREFERENCE, CLUSTER_NETWORKING_CONFIG, SESSION_RECORDING_CONFIG } from './settings.ts';
import { TOKEN } from './token.ts';
import { TRUSTED_CLUSTER } from './trustedCluster.ts';

/** All kinds of `postern/documents` and `postern/history`. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  ROLE,
  GITHUB_CONNECTOR,
  OIDC_CONNECTOR,
  APP,
  DB,
  KUBE_CLUSTER,
  NODE,
  WINDOWS_DESKTOP,
  LOCK,
  TOKEN,
  INTEGRATION,
  TRUSTED_CLUSTER,
  USER_GROUP,
  CLUSTER_AUTH_PREFERENCE,
  SESSION_RECORDING_CONFIG,
  CLUSTER_NETWORKING_CONFIG,
];

const byKind = new Map(DOCUMENT_KINDS.map((kind) => [kind.kind, kind]));

export function documentKind(kind: string): DocumentKind {
  const documentKind = byKind.get(kind);
  if (!documentKind) throw notFound(`documents of kind "${kind}" are not stored here`);
  return documentKind;
}
