import { LIST_LIMIT_MAX } from '../wire/constants.ts';
import { fetchDevices } from './devices.ts';
import { fetchRows } from './lists.ts';
import type { Lock } from './locks.ts';
import { nodeList } from './nodes.ts';

const SERVER_KINDS: readonly string[] = ['server_id', 'node'];

/** Maximum number of ids in one query. */
const ASKED_MAX = 50;

const idsOf = (locks: readonly Lock[], kinds: readonly string[]): string[] => [
  ...new Set(
    locks.flatMap(({ targets }) => targets.flatMap(({ kind, value }) => (kinds.includes(kind) ? [value] : []))),
  ),
];

async function serverNames(clusterId: string, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const query = ids
    .slice(0, ASKED_MAX)
    .map((id) => `resource.metadata.name == ${JSON.stringify(id)}`)
    .join(' || ');
  const sort = { field: 'hostname', descending: false };
  const { rows } = await fetchRows(nodeList, { clusterId }, { limit: LIST_LIMIT_MAX, query, sort });
  return rows.map(({ id, hostname }) => [id, hostname]);
}

/** Only the caller's own devices: users cannot list those of others. */
async function deviceNames(ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  return (await fetchDevices()).map(({ id, name }) => [id, name]);
}

/** Adds names for the ids in locks, if the caller may read them. Never rejects. */
export async function withNames(locks: readonly Lock[], clusterId: string): Promise<Lock[]> {
  const found = await Promise.allSettled([
    serverNames(clusterId, idsOf(locks, SERVER_KINDS)),
    deviceNames(idsOf(locks, ['mfa_device'])),
  ]);
  const names = new Map(found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])));
  return locks.map((lock) => ({
    ...lock,
    targets: lock.targets.map((target) => {
      const label = names.get(target.value);
      return label !== undefined && [...SERVER_KINDS, 'mfa_device'].includes(target.kind)
        ? { ...target, label }
        : target;
    }),
  }));
}
