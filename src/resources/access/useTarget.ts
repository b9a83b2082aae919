import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import type { ReadState } from './subjects.ts';
import { reachables, type Reachable } from './useTargets.ts';

const STALE_MS = 60_000;
/** The server is asked this long after the last keystroke. */
const REST_MS = 150;
const OFFERED = 20;

export const reachableOf = (kind: ReachableKind): Reachable | undefined =>
  reachables.find(({ access }) => access.kind === kind);

/** The row that a check is about. '' for none. */
export function useTarget(kind: ReachableKind | 'rule', id: string, clusterId: string): ReadState<Row> {
  const dataProvider = useDataProvider();
  const resource = kind === 'rule' ? undefined : reachableOf(kind);
  const name = resource && resourceName(resource, { clusterId });
  const { data, error } = useQuery({
    queryKey: ['access', 'thing', name, id],
    enabled: name !== undefined && id !== '',
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => (await dataProvider.getOne<Row>(name ?? '', { id, signal })).data,
  });
  if (data) return { state: 'read', value: data };
  return error ? { state: 'unread', why: describeFailure(error).why } : { state: 'reading' };
}

type FoundTargets = readonly { id: string; title: string }[];

/** Rows of a kind that match the typed text, found by the server. `typed` is undefined until the user searches. */
export function useFoundTargets(
  kind: ReachableKind | 'rule',
  typed: string | undefined,
  clusterId: string,
): ReadState<FoundTargets> {
  const dataProvider = useDataProvider();
  const resource = kind === 'rule' ? undefined : reachableOf(kind);
  const name = resource && resourceName(resource, { clusterId });
  const [searchText, setSearchText] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(typed), typed === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useQuery({
    queryKey: ['access', 'find', name, searchText],
    enabled: name !== undefined && searchText !== undefined,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FoundTargets> => {
      if (!resource || !name) return [];
      const filter = searchText ? { search: searchText } : {};
      const pagination = { page: 1, perPage: OFFERED };
      const { data: rows } = await dataProvider.getList<Row>(name, {
        filter,
        pagination,
        sort: resource.list.sort,
        signal,
      });
      return rows.map((row) => ({ id: row.id, title: rowTitle(resource, row) }));
    },
  });
  if (data) return { state: 'read', value: data };
  return error ? { state: 'unread', why: describeFailure(error).why } : { state: 'reading' };
}
