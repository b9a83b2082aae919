import type { EventFacetsJson, EventHistogramJson } from '../wire/http.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import type { ListWire, RangeWire } from './lists.ts';
import { apiUrl, type PathParams } from './urls.ts';

/** Wide steps, since only the sum is needed. */
const COUNT_STEP_MS = 7 * 86_400_000;

/** The time range to count, both ends included, and the filter. */
export type RangeRequest = { from: Date; to: Date; search?: string; query?: string };

/** The number of events in one step of the histogram. */
export type CountedBar = [bar: number, count: number, flagged: number];

/** How the server counts the list. Undefined if the server does not. */
export const rangeOf = ({ range }: Pick<ListWire<never>, 'range'>): RangeWire | undefined =>
  range && config.extensions.includes(range.feature) ? range : undefined;

const parametersOf = ({ from, to, ...filter }: RangeRequest) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  ...filter,
});

/** The facets of all rows in a time range, independent of the filter. */
export async function fetchFacets(
  { facets }: RangeWire,
  path: PathParams,
  request: Pick<RangeRequest, 'from' | 'to'>,
  signal?: AbortSignal,
): Promise<EventFacetsJson> {
  return (await call(apiUrl(facets, path, parametersOf(request)), { signal })) as EventFacetsJson;
}

/** The matching rows per step. A text search takes several requests. */
export async function fetchBars(
  { histogram }: RangeWire,
  path: PathParams,
  request: RangeRequest & { stepMs: number },
  signal?: AbortSignal,
): Promise<readonly CountedBar[]> {
  const { stepMs, ...query } = request;
  const bars: CountedBar[] = [];
  for (let startKey = ''; ;) {
    const parameters = { ...parametersOf(query), step: stepMs, startKey };
    const answer = (await call(apiUrl(histogram, path, parameters), { signal })) as EventHistogramJson;
    bars.push(...answer.bars);
    if (answer.startKey === '') return bars;
    startKey = answer.startKey;
  }
}

/** The number of matching rows in a time range. `toMs` is exclusive. */
export async function countRange(
  wire: RangeWire,
  path: PathParams,
  { fromMs, toMs, ...filter }: { fromMs: number; toMs: number; search?: string; query?: string },
  signal: AbortSignal,
): Promise<number> {
  const request = { ...filter, from: new Date(fromMs), to: new Date(toMs - 1), stepMs: COUNT_STEP_MS };
  const bars = await fetchBars(wire, path, request, signal);
  return bars.reduce((sum, [, count]) => sum + count, 0);
}
