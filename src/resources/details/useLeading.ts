import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { Row } from '../../descriptors/row.ts';
import type { RowChoice } from '../actions/rowChoices.ts';

/** How long an answer is reused, because users look at one event after another. */
const FRESH_MS = 60_000;

/** The choices, without links to rows that no longer exist, are not known yet, or may not be seen. */
export function useLeading(choices: readonly RowChoice[]): readonly RowChoice[] {
  const dataProvider = useDataProvider();
  const links = choices.flatMap((choice) =>
    choice.kind === 'run' && choice.leadsTo && choice.off === undefined ? [{ id: choice.id, ...choice.leadsTo }] : [],
  );
  const found = useQueries({
    queries: links.map(({ name, find, isSearched }) => ({
      queryKey: [name, 'exists', find],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
        if (!isSearched) return (await dataProvider.getMany<Row>(name, { ids: [find], signal })).data.length > 0;
        const pagination = { page: 1, perPage: 1 };
        const sort = { field: 'id', order: 'ASC' as const };
        const filter = { search: `"${find}"` };
        return (await dataProvider.getList<Row>(name, { filter, pagination, sort, signal })).data.length > 0;
      },
      staleTime: FRESH_MS,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data === true),
  });
  const leading = new Set(links.filter((_, i) => found[i]).map(({ id }) => id));
  return choices.filter((choice) => choice.kind !== 'run' || !choice.leadsTo || leading.has(choice.id));
}
