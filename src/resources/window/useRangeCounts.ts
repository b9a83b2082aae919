import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RangeWire } from '../../api/lists.ts';
import { fetchBars, fetchFacets, rangeOf } from '../../api/rangeCounts.ts';
import { locateResource } from '../../descriptors/resourceName.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { EventFacetsJson } from '../../wire/http.ts';
import type { Facet } from '../list/facets.ts';
import type { FilterRequest } from '../list/filter.ts';
import { barsFrom, countIn, emptyBars, type Bars } from './bars.ts';
import type { Span } from './range.ts';

/** The server's counts over a range of which only a part is loaded. */
export type RangeCounts = {
  /** Over the selected part, without the filter. */
  facets: readonly Facet[];
  /** Rows of the selected part, and those of them that match the filter, if known. */
  total: number;
  found: number | undefined;
  /** Rows that match the filter, over the whole range. */
  bars: Bars | undefined;
};

type CountsRequest = {
  bounds: Span;
  span: Span | undefined;
  filter: FilterRequest;
  /** A new value counts again. */
  startedAtMs: number;
  enabled: boolean;
  /** The rows are loaded. They come first, because the server handles one request of a user at a time. */
  isAnswered: boolean;
  everyMs: number | undefined;
};

const datesOf = ({ fromMs, toMs }: Span) => ({ from: new Date(fromMs), to: new Date(toMs - 1) });

/** The facets that the resource declares, in its order. */
function facetsFrom({ facets }: EventFacetsJson, { predicate }: Restricted): readonly Facet[] {
  return (predicate?.facets ?? []).flatMap((declared) => {
    const name = typeof declared === 'string' ? declared : declared.name;
    const counted = facets.find((facet) => facet.name === name);
    if (!counted) return [];
    const { values, others } = counted;
    return [{ name, values, others, count: values.reduce((sum, { count }) => sum + count, others) }];
  });
}

/**
 * The server's counts for a list over time. Undefined if the server does not count it, if everything is loaded and is
 * counted here, and until they arrive.
 */
export function useRangeCounts(resource: Restricted, name: string, request: CountsRequest): RangeCounts | undefined {
  const { bounds, span, filter, startedAtMs } = request;
  const range = rangeOf(resource.wire.list);
  const path = locateResource([resource], name)?.params ?? {};
  const options = {
    enabled: request.enabled && range !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchInterval: request.everyMs ?? (false as const),
  };
  const fetched = <T>(fetch: (wire: RangeWire) => Promise<T>): Promise<T> =>
    range ? fetch(range) : Promise.reject(new TypeError('the server does not count this list'));
  const looked = span ?? bounds;
  const facets = useQuery({
    ...options,
    queryKey: [name, 'facets', looked, startedAtMs],
    queryFn: ({ signal }) => fetched((wire) => fetchFacets(wire, path, datesOf(looked), signal)),
  }).data;
  const { stepMs } = emptyBars(bounds);
  const counted = useQuery({
    ...options,
    enabled: options.enabled && request.isAnswered,
    queryKey: [name, 'bars', bounds, filter, startedAtMs],
    queryFn: ({ signal }) =>
      fetched((wire) => fetchBars(wire, path, { ...datesOf(bounds), ...filter, stepMs }, signal)),
  });
  const bars = useMemo(() => counted.data && barsFrom(counted.data, bounds), [counted.data, bounds]);
  const listFacets = useMemo(() => facets && facetsFrom(facets, resource), [facets, resource]);
  if (!options.enabled || !listFacets || !facets) return undefined;
  const found = bars && !counted.isPlaceholderData ? countIn(bars, span) : undefined;
  return { facets: listFacets, total: facets.total, found, bars };
}
