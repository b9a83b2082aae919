import { at } from '../lib/json.ts';
import type { ValueOf } from '../wire/shape.ts';
import { ROLE, type LabelField } from './roleShape.ts';

/** A role with every list present and every default applied. Keys are the document's own. */
export type Role = ValueOf<typeof ROLE>;
export type Conditions = Role['spec']['allow'];
export type RoleOptions = Role['spec']['options'];
export type Rule = Conditions['rules'][number];
export type Side = 'allow' | 'deny';

export const MAX_SESSION_TTL_DEFAULT_MS = 30 * 3600_000;
const ENHANCED_RECORDING_DEFAULT = ['command', 'network'];
const EVERYTHING = { '*': ['*'] };
const ALL_PODS = [{ kind: 'pod', namespace: '*', name: '*' }];

/**
 * Reads a role document and fills in what the server would (http-resources §11.2, resource-specs §1.1–1.2). Total: what
 * does not fit reads as absent, so run `validateRole` first on anything that a person wrote.
 */
export function toRole(json: unknown): Role {
  const role = ROLE.read(json);
  const { options, allow } = role.spec;
  return {
    ...role,
    spec: {
      ...role.spec,
      options: withDefaults(options),
      allow: versionDefaults(role.version, allow, at(json, 'spec', 'allow')),
    },
  };
}

const withDefaults = (options: RoleOptions): RoleOptions => ({
  ...options,
  max_session_ttl: options.max_session_ttl > 0 ? options.max_session_ttl : MAX_SESSION_TTL_DEFAULT_MS,
  cert_format: options.cert_format || 'standard',
  enhanced_recording: options.enhanced_recording.length > 0 ? options.enhanced_recording : ENHANCED_RECORDING_DEFAULT,
  record_session: options.record_session ?? { default: 'best_effort', ssh: '', desktop: true },
});

/** What older versions grant without saying so. An empty selector that is written down stays empty. */
function versionDefaults(version: string, allow: Conditions, json: unknown): Conditions {
  const unless = (field: LabelField, everything: boolean) =>
    everything && (at(json, field) ?? undefined) === undefined ? EVERYTHING : allow[field];
  const v3 = version === 'v3';
  const kubernetes_labels = unless('kubernetes_labels', v3);
  const reachesKubernetes = Object.keys(kubernetes_labels).length > 0 || allow.kubernetes_labels_expression !== '';
  const allPods = ['v3', 'v4', 'v5'].includes(version) && reachesKubernetes && allow.kubernetes_resources.length === 0;
  return {
    ...allow,
    node_labels: unless('node_labels', v3 && allow.logins.length > 0),
    app_labels: unless('app_labels', v3),
    db_labels: unless('db_labels', v3),
    kubernetes_labels,
    ...(allPods && { kubernetes_resources: ALL_PODS }),
  };
}
