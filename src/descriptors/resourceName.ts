import { fillPath, type PathParams, encodeSegment } from '../api/urls.ts';
import { decodePercent } from '../lib/encoding.ts';
import type { Resource } from './defineResource.ts';

/** The name react-admin knows a resource by: its path with the cluster filled in. */
export const resourceName = (resource: Resource, params: PathParams): string => fillPath(resource.path, params);

export const isClusterScoped = (resource: Resource): boolean => resource.path.includes(':clusterId');

export type Located = { resource: Resource; params: PathParams };

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replaceAll('.', '\\.')}$`);

/** The way back from a name; undefined for a name that no resource has. */
export function locateResource(resources: readonly Resource[], name: string): Located | undefined {
  for (const resource of resources) {
    const found = patternOf(resource.path).exec(name);
    if (!found) continue;
    const params: Record<string, string> = {};
    for (const [key, value] of Object.entries(found.groups ?? {})) params[key] = decodePercent(value);
    return { resource, params };
  }
  return undefined;
}

/** In the place of a row: a new one. */
export const NEW_ROW = 'new';

/** A row of this name has a mark before it in addresses, and so has a name that looks marked. */
const MARKED = /^~*new$/;

/** The part of an address below the list that names a row. */
export const rowSegment = (id: string): string => encodeSegment(MARKED.test(id) ? `~${id}` : id);

/** The row that such a part, decoded, names. A new row is told before: `NEW_ROW`. */
export const rowOfSegment = (segment: string): string => (MARKED.test(segment) ? segment.replace(/^~/, '') : segment);

/** Below the path of a resource, which is also the name that react-admin knows it by. */
export const historyPath = (name: string, id: string): string => `/${name}/${encodeSegment(id)}/history`;
export const removedPath = (name: string): string => `/${name}/history/removed`;
