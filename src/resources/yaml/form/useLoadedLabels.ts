import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { config } from '../../../api/config.ts';
import type { Label } from '../../../api/nodes.ts';
import type { Resource } from '../../../descriptors/defineResource.ts';
import type { Row } from '../../../descriptors/row.ts';
import { resources } from '../../../descriptors/index.ts';
import { resourceName } from '../../../descriptors/resourceName.ts';
import { LIST_LIMIT_MAX } from '../../../wire/constants.ts';

/** Labels of the resources that a selector matches, as far as they are loaded. */
export type LoadedLabels = { resource: Resource; rows: readonly (readonly Label[])[]; total: number };

const FRESH_MS = 60_000;

/** `name`: a resource, by its descriptor. Undefined while nothing is loaded. Any key and value is accepted then. */
export function useLoadedLabels(name: string | undefined): LoadedLabels | undefined {
  const dataProvider = useDataProvider();
  const resource = resources.find((candidate) => candidate.name === name);
  const { data } = useQuery({
    queryKey: [name, 'labels'],
    enabled: resource?.predicate !== undefined,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      if (!resource?.predicate) return undefined;
      const pagination = { page: 1, perPage: LIST_LIMIT_MAX };
      const found = await dataProvider.getList<Row>(resourceName(resource, { clusterId: config.proxyCluster }), {
        pagination,
        sort: resource.list.sort,
        signal,
      });
      const { predicate } = resource;
      return { rows: found.data.map((row) => predicate.labels(row)), total: found.total ?? found.data.length };
    },
  });
  return resource && data && { resource, ...data };
}

/** The keys of the loaded rows, and the values of each. */
export function seenLabels(loaded: LoadedLabels | undefined): ReadonlyMap<string, readonly string[]> {
  const valuesByName = new Map<string, Set<string>>();
  for (const { name, value } of loaded?.rows.flat() ?? []) {
    const values = valuesByName.get(name) ?? new Set();
    valuesByName.set(name, values.add(value));
  }
  return new Map([...valuesByName].map(([key, values]) => [key, [...values].sort()]));
}
