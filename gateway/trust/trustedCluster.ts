// Trust in another cluster as a document (resource-specs §6), and what is refused when it is saved (http-resources §11.4).
import { checkMetadata } from '../../src/access/checkMetadata.ts';
import { compilePattern } from '../../src/access/pattern.ts';
import { at } from '../../src/lib/json.ts';
import { flag, list, object, text, texts, type ValueOf } from '../../src/wire/shape.ts';

const SHAPE = object({
  spec: object({
    enabled: flag,
    token: text,
    web_proxy_addr: text,
    tunnel_addr: text,
    role_map: list(object({ remote: text, local: texts })),
    roles: texts,
  }),
});

export type TrustedCluster = ValueOf<typeof SHAPE>['spec'];

export const toTrustedCluster = (document: unknown): TrustedCluster => SHAPE.read(document).spec;

/** The first thing wrong with a document; undefined when the other side may be asked. */
export function validateTrustedCluster(document: unknown): string | undefined {
  const wrong = SHAPE.check(document, '') ?? checkMetadata(at(document, 'metadata'));
  if (wrong !== undefined) return wrong;
  const { role_map: mappings, roles } = toTrustedCluster(document);
  if (mappings.length > 0 && roles.length > 0) return "should set either 'roles' or 'role_map', not both";
  if (mappings.length + roles.length === 0) return "missing 'role_map' parameter";
  if (roles.includes('*')) return WILDCARD;
  const seen = new Set<string>();
  for (const { remote, local } of mappings) {
    if (remote === '') return "missing 'remote' parameter for role_map";
    if (local.length === 0 || local.includes('')) return "missing 'local' parameter for role_map";
    if (local.includes('*')) return WILDCARD;
    if (seen.has(remote)) return `remote role '${remote}' match is already specified`;
    seen.add(remote);
    const pattern = compilePattern(remote);
    if (!pattern.ok) return `failed to parse '${remote}' as a pattern of remote roles: ${pattern.message}`;
  }
  return undefined;
}

const WILDCARD = "wildcard value is not supported for 'local' property of 'role_map' entry";

/** Roles of this cluster that the mapping names as they are; those made from a capture cannot be known. */
export const localRoles = ({ role_map: mappings, roles }: TrustedCluster): readonly string[] =>
  [...roles, ...mappings.flatMap(({ local }) => local)].filter((role) => !role.includes('$'));

/** Who is trusted how is for good: only the mapping and whether it holds may be changed (resource-specs §6). */
export function refusedChange(before: TrustedCluster, after: TrustedCluster): string | undefined {
  const fixed: readonly (readonly [keyof TrustedCluster, string])[] = [
    ['token', 'token'],
    ['web_proxy_addr', 'web proxy address'],
    ['roles', 'roles'],
  ];
  const moved =
    fixed.find(([field]) => !same(before[field], after[field]))?.[1] ??
    (tunnelOf(before) === tunnelOf(after) ? undefined : 'tunnel address');
  return (
    moved && `can not update ${moved} for existing trusted cluster, delete and re-create it with the updated ${moved}`
  );
}

export const isSameTrust = (before: TrustedCluster, after: TrustedCluster): boolean =>
  before.enabled === after.enabled && same(before.role_map, after.role_map);

const tunnelOf = ({ tunnel_addr: tunnel, web_proxy_addr: web }: TrustedCluster): string => tunnel || web;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
