// Trust in another cluster as a document (resource-specs §6), and its validation when it is saved
// (http-resources §11.4).
import { checkMetadata } from '../../src/access/checkMetadata.ts';
import { compilePattern } from '../../src/access/pattern.ts';
import { at } from '../../src/lib/json.ts';
import { faultAt, type DocumentFault, type FieldFault, type FieldPath } from '../../src/wire/documentFault.ts';
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

/** The first fault of a document. undefined if the other side may be asked. */
export function validateTrustedCluster(document: unknown): DocumentFault | undefined {
  const wrong = SHAPE.check(document, '') ?? checkMetadata(at(document, 'metadata'));
  if (wrong !== undefined) return wrong;
  const { role_map: mappings, roles } = toTrustedCluster(document);
  if (mappings.length > 0 && roles.length > 0)
    return faultAt("should set either 'roles' or 'role_map', not both", 'spec', 'roles');
  if (mappings.length + roles.length === 0) return faultAt("missing 'role_map' parameter", 'spec', 'role_map');
  if (roles.includes('*')) return faultAt(WILDCARD, 'spec', 'roles');
  const remotes = new Set<string>();
  for (const [i, { remote, local }] of mappings.entries()) {
    const wrong = (message: string, part: 'remote' | 'local') => faultAt(message, 'spec', 'role_map', i, part);
    if (remote === '') return wrong("missing 'remote' parameter for role_map", 'remote');
    if (local.length === 0) return wrong("missing 'local' parameter for 'role_map'", 'local');
    if (local.includes('')) return wrong("missing 'local' property of 'role_map' entry", 'local');
    if (local.includes('*')) return wrong(WILDCARD, 'local');
    if (remotes.has(remote)) return wrong(`remote role '${remote}' match is already specified`, 'remote');
    remotes.add(remote);
    const pattern = compilePattern(remote);
    if (!pattern.ok)
      return wrong(`failed to parse '${remote}' as a pattern of remote roles: ${pattern.message}`, 'remote');
  }
  return undefined;
}

const WILDCARD = "wildcard value is not supported for 'local' property of 'role_map' entry";

/** Roles of this cluster that the mapping names literally. Roles made from a capture are unknown. */
export const localRoles = ({ role_map: mappings, roles }: TrustedCluster): readonly NamedRole[] =>
  [
    ...roles.map((role, i) => ({ role, mapping: `*:[${roles.join(' ')}]`, path: ['spec', 'roles', i] })),
    ...mappings.flatMap(({ remote, local }, i) =>
      local.map((role, k) => ({
        role,
        mapping: `${remote}:[${local.join(' ')}]`,
        path: ['spec', 'role_map', i, 'local', k],
      })),
    ),
  ].filter(({ role }) => !role.includes('$'));
type NamedRole = { role: string; mapping: string; path: FieldPath };

/** Only the mapping and whether the trust is enabled may be changed (resource-specs §6). */
export function refusedChange(before: TrustedCluster, after: TrustedCluster): FieldFault | undefined {
  const fixed: readonly (readonly [keyof TrustedCluster, string])[] = [
    ['token', 'token'],
    ['web_proxy_addr', 'web proxy address'],
    ['roles', 'roles'],
  ];
  const [field, name] =
    fixed.find(([key]) => !same(before[key], after[key])) ??
    (tunnelOf(before) === tunnelOf(after) ? [] : (['tunnel_addr', 'tunnel address'] as const));
  if (field === undefined) return undefined;
  return faultAt(
    `can not update ${name} for existing trusted cluster, delete and re-create it with the updated ${name}`,
    ...['spec', field],
  );
}

export const isSameTrust = (before: TrustedCluster, after: TrustedCluster): boolean =>
  before.enabled === after.enabled && same(before.role_map, after.role_map);

const tunnelOf = ({ tunnel_addr: tunnel, web_proxy_addr: web }: TrustedCluster): string => tunnel || web;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
