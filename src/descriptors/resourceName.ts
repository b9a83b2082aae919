import { fillPath, type PathParams, encodeSegment } from '../api/urls.ts';
import { decodePercent } from '../lib/encoding.ts';
import type { Resource } from './defineResource.ts';

/** React-admin's name of a resource: its path with the cluster filled in. */
export const resourceName = (resource: Resource, params: PathParams): string => fillPath(resource.path, params);

export const isClusterScoped = (resource: Resource): boolean => resource.path.includes(':clusterId');

export type Located = { resource: Resource; params: PathParams };

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replaceAll('.', '\\.')}$`);

/** The reverse. Undefined if no resource has this name. */
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

/** Used in place of an id for a new row. */
export const NEW_ROW = 'new';

/** In addresses, a row with this name gets a prefix, and so does a name that looks prefixed. */
const MARKED = /^~*new$/;

/** The part of an address below the list that identifies a row. */
export const rowSegment = (id: string): string => encodeSegment(MARKED.test(id) ? `~${id}` : id);

/** The row id for such a decoded part. Check for a new row (`NEW_ROW`) first. */
export const rowOfSegment = (segment: string): string => (MARKED.test(segment) ? segment.replace(/^~/, '') : segment);

/** Below the path of a resource, which is also react-admin's name of it. */
export const historyPath = (name: string, id: string): string => `/${name}/${encodeSegment(id)}/history`;
export const removedPath = (name: string): string => `/${name}/history/removed`;
