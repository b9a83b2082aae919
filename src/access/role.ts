import { at } from '../lib/json.ts';
import type { ValueOf } from '../wire/shape.ts';
import { ROLE, type LabelField } from './roleShape.ts';

/** A role with all lists and all defaults. Keys are those of the document. */
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
 * Reads a role document and adds the server's defaults (http-resources §11.2, resource-specs §1.1–1.2). Never fails:
 * mismatched values read as absent, so run `validateRole` first on documents from users.
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

/** Implicit grants of older versions. An explicit empty selector stays empty. */
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
