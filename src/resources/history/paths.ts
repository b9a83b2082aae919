import { encodeSegment } from '../../api/urls.ts';

/** Below the path of a resource, which is also the name that react-admin knows it by. */
export const historyPath = (name: string, id: string): string => `/${name}/${encodeSegment(id)}/history`;
export const removedPath = (name: string): string => `/${name}/history/removed`;
