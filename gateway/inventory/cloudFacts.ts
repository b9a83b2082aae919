// Facts that the address of a hosted database contains. The server writes them into the resource, where queries find
// them (resource-specs §9: "from uri").
import { isObject, textAt, type JsonObject } from '../../src/lib/json.ts';
import { hostOf } from './databaseAddress.ts';

type Facts = { aws?: JsonObject; azure?: JsonObject; mongo_atlas?: JsonObject };

/** Hostname → facts. The first match counts. */
const ENDPOINTS: readonly (readonly [RegExp, (parts: Readonly<Record<string, string>>) => Facts])[] = [
  [
    /^(?<endpoint>[^.]+)\.endpoint\.proxy-[^.]+\.(?<region>[^.]+)\.rds\.amazonaws\.com(\.cn)?$/,
    ({ endpoint, region }) => ({ aws: { region, rdsproxy: { custom_endpoint_name: endpoint } } }),
  ],
  [
    /^(?<name>[^.]+)\.proxy-[^.]+\.(?<region>[^.]+)\.rds\.amazonaws\.com(\.cn)?$/,
    ({ name, region }) => ({ aws: { region, rdsproxy: { name } } }),
  ],
  [
    // The address of a custom endpoint contains no cluster: its author has to set it.
    /^[^.]+\.cluster-custom-[^.]+\.(?<region>[^.]+)\.rds\.amazonaws\.com(\.cn)?$/,
    ({ region }) => ({ aws: { region, rds: {} } }),
  ],
  [
    /^(?<cluster>[^.]+)\.cluster-(?:ro-)?[^.]+\.(?<region>[^.]+)\.rds\.amazonaws\.com(\.cn)?$/,
    ({ cluster, region }) => ({ aws: { region, rds: { cluster_id: cluster } } }),
  ],
  [
    /^(?<instance>[^.]+)\.[^.]+\.(?<region>[^.]+)\.rds\.amazonaws\.com(\.cn)?$/,
    ({ instance, region }) => ({ aws: { region, rds: { instance_id: instance } } }),
  ],
  [
    /^(?<cluster>[^.]+)\.[^.]+\.(?<region>[^.]+)\.redshift\.amazonaws\.com(\.cn)?$/,
    ({ cluster, region }) => ({ aws: { region, redshift: { cluster_id: cluster } } }),
  ],
  [
    /^(?<workgroup>[^.]+)\.(?<account>\d{12})\.(?<region>[^.]+)\.redshift-serverless\.amazonaws\.com(\.cn)?$/,
    ({ workgroup, account, region }) => ({
      aws: { region, account_id: account, redshift_serverless: { workgroup_name: workgroup } },
    }),
  ],
  [
    /^(?:clustercfg\.)?(?<cluster>[^.]+)\.[^.]+\.memorydb\.(?<region>[^.]+)\.amazonaws\.com(\.cn)?$/,
    ({ cluster, region }) => ({ aws: { region, memorydb: { cluster_name: cluster, tls_enabled: true } } }),
  ],
  [/^(?:[^.]+\.)*(?<region>[^.]+)\.es\.amazonaws\.com(\.cn)?$/, ({ region }) => ({ aws: { region, opensearch: {} } })],
  [/^(?<name>[^.]+)\.(?:postgres|mysql|mariadb)\.database\.azure\.com$/, ({ name }) => ({ azure: { name } })],
  [/^(?<name>[^.]+)\.(?:database\.windows\.net|redis\.cache\.windows\.net)$/, ({ name }) => ({ azure: { name } })],
  [/^(?<name>[^.]+)\.(?:[^.]+\.)?mongodb\.net$/, ({ name }) => ({ mongo_atlas: { name } })],
];

/** Adds the facts of the address to the spec. The author's values have priority. */
export function withCloudFacts(spec: JsonObject): JsonObject {
  const host = hostOf(textAt(spec, 'uri'));
  for (const [pattern, facts] of ENDPOINTS) {
    const found = pattern.exec(host);
    if (found) return merged(facts(found.groups ?? {}), spec);
  }
  return spec;
}

/** Merges objects. The second has priority. */
const merged = (below: JsonObject, above: JsonObject): JsonObject => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([key, value]) => {
      const under = Object.hasOwn(below, key) ? below[key] : undefined;
      return [key, isObject(under) && isObject(value) ? merged(under, value) : value];
    }),
  ),
});
