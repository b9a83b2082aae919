import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { selectorQuery } from '../../../../access/explain/selectionQuery.ts';
import { compileSelector } from '../../../../access/selector.ts';
import { config } from '../../../../api/config.ts';
import type { Resource } from '../../../../descriptors/defineResource.ts';
import { resourceName } from '../../../../descriptors/resourceName.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import { countOf, pluralName } from '../../../resourceMessages.ts';
import styles from '../DocumentForm.module.css';
import type { LoadedLabels } from '../useLoadedLabels.ts';
import { isTemplate } from './NamesInput.tsx';

type Selector = Readonly<Record<string, readonly string[]>>;

/** Longer than the time between two keys. */
const TYPING_PAUSE_MS = 300;
const FRESH_MS = 60_000;

/** How many rows of the list the server finds for a query; undefined until it answers. */
function useServerCount(resource: Resource, list: string, query: string | undefined): number | undefined {
  const dataProvider = useDataProvider();
  const { data } = useQuery({
    queryKey: [list, 'count', query],
    enabled: query !== undefined,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
      signal.throwIfAborted();
      const pagination = { page: 1, perPage: 1 };
      const { sort } = resource.list;
      const { total } = await dataProvider.getList(list, { pagination, sort, filter: { query }, signal });
      return total ?? null;
    },
  });
  return data ?? undefined;
}

/** How many resources a selector matches: among the loaded ones, or among all if the server can count. */
export function MatchCount({ selector, loaded }: { selector: Selector; loaded: LoadedLabels }) {
  const { resource, rows, total } = loaded;
  const texts = Object.entries(selector).flat(2);
  const matching = useMemo(() => {
    const compiled = compileSelector(selector, {});
    if (compiled.kind !== 'selector') return 0;
    return rows.filter((labels) => compiled.matches(Object.fromEntries(labels.map(({ name, value }) => [name, value]))))
      .length;
  }, [selector, rows]);
  const query = selectorQuery(selector);
  const list = resourceName(resource, { clusterId: config.proxyCluster });
  const isPart = rows.length < total;
  const canAsk = isPart && resource.wire.list.paging !== 'whole' && query !== '';
  const onServer = useServerCount(resource, list, canAsk ? query : undefined);
  if (texts.length === 0) return null;
  if (texts.some(isTemplate))
    return <p className={styles.help}>{`The matching ${pluralName(resource)} depend on the traits of each user`}</p>;
  const counted = isPart ? (query === '' ? total : onServer) : matching;
  return (
    <p className={styles.help} role="status">
      {'Matches '}
      <span className="strong">
        {counted === undefined
          ? `${formatCount(matching)} of the ${countOf(resource, rows.length)}`
          : `${formatCount(counted)} of ${countOf(resource, total)}`}
      </span>
      {counted === undefined ? ` loaded, ${formatCount(total)} in all.` : '.'}
      {query !== undefined && (
        <>
          {' '}
          <Link className="link" to={query === '' ? `/${list}` : `/${list}?query=${encodeURIComponent(query)}`}>
            Show
          </Link>
        </>
      )}
    </p>
  );
}
