import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { Row } from '../../descriptors/row.ts';

/** Names of the rows of another resource. Undefined while they cannot be loaded. Any text is accepted then. */
export function useOptions(resource: string | undefined): readonly string[] | undefined {
  const dataProvider = useDataProvider();
  const { data } = useQuery({
    queryKey: [resource, 'options'],
    enabled: resource !== undefined,
    queryFn: async ({ signal }) => {
      const rows = await dataProvider.getList<Row>(resource ?? '', { signal });
      return rows.data.map((row) => row.id);
    },
  });
  return data;
}
