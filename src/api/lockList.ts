import { wholeList, type ListWire } from './lists.ts';
import { toLock, type Lock } from './locks.ts';
import { fillPath } from './urls.ts';

/** Locks of a cluster including expired ones (http-resources §15.1), with the names for their ids. */
export function lockList(clusterId: string): ListWire<Lock> {
  const list = wholeList(fillPath('sites/:clusterId/locks', { clusterId }), toLock);
  return {
    ...list,
    async read(json) {
      const { rows, ...page } = await list.read(json);
      const { withNames } = await import('./lockNames.ts');
      return { ...page, rows: await withNames(rows, clusterId) };
    },
  };
}
