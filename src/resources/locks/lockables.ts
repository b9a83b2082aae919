import { useQueries, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { config } from '../../api/config.ts';
import { fetchDevices } from '../../api/devices.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { resources } from '../../descriptors/index.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { needsOf, verdictOf } from '../../descriptors/restrict.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { useUser } from '../useUser.ts';
import { bestFirst, type FoundTarget, type FoundGroup } from './bestFirst.ts';

type Lockable = Resource & { lockTarget: NonNullable<Resource['lockTarget']> };
const isLockable = (resource: Resource): resource is Lockable => resource.lockTarget !== undefined;
const lockables: readonly Lockable[] = resources.filter(isLockable);

/** Per kind. To narrow the results the user types more. */
const SHOWN_MAX = 5;

const toFound = (resource: Lockable, row: Row): FoundTarget => ({
  target: { ...resource.lockTarget(row), label: rowTitle(resource, row) },
  icon: resource.icon,
  mono: false,
});

const holds = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/**
 * The possible targets for a text: rows of every lockable resource, the user's own devices, and a login of any server.
 */
export function useLockables(text: string): { groups: readonly FoundGroup[]; isReading: boolean } {
  const dataProvider = useDataProvider();
  const { acl } = useUser();
  const params = { clusterId: config.proxyCluster };
  const needle = text.trim();
  const open = lockables.filter((resource) => verdictOf(acl, needsOf(resource, 'list')).ok);
  const answers = useQueries({
    queries: open.map((resource) => {
      const name = resourceName(resource, params);
      return {
        queryKey: [name, 'lockable', needle],
        enabled: needle !== '',
        placeholderData: (before: readonly Row[] | undefined) => before,
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Row[]> => {
          const { data } = await dataProvider.getList<Row>(name, {
            pagination: { page: 1, perPage: SHOWN_MAX * 4 },
            sort: resource.list.sort,
            filter: { search: needle },
            signal,
          });
          return data;
        },
      };
    }),
  });
  const devices = useQuery({ queryKey: ['own devices'], queryFn: ({ signal }) => fetchDevices(signal) });

  const groups = open.map((resource, i): FoundGroup => {
    const found = (answers[i]?.data ?? []).map((row) => toFound(resource, row));
    // The lists search in all values of a row. Here only names count.
    const named = found.filter(({ target }) => holds(`${target.label ?? ''} ${target.value}`, needle));
    return { title: resource.label[1], found: named };
  });
  const mine = (devices.data ?? [])
    .filter(({ name }) => holds(name, needle))
    .map(({ id, name }): FoundTarget => ({
      target: { kind: 'mfa_device', value: id, label: name },
      icon: 'key-round',
      mono: false,
    }));
  const login: FoundTarget = { target: { kind: 'login', value: needle }, icon: 'terminal', mono: true };
  return {
    groups:
      needle === ''
        ? []
        : [
            ...bestFirst([...groups, { title: 'Your own devices', found: mine }], needle).map(({ title, found }) => ({
              title,
              found: found.slice(0, SHOWN_MAX),
            })),
            { title: 'Not in any list', found: [login] },
          ],
    isReading: needle !== '' && answers.some(({ isFetching }) => isFetching),
  };
}
