import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { countRange, rangeOf } from '../../api/rangeCounts.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { locateResource } from '../../descriptors/resourceName.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Chip } from '../../wire/predicate/chips.ts';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import type { Span } from '../window/range.ts';
import { countOf, singularName } from '../resourceMessages.ts';
import { chipText } from './chipLabels.ts';
import { conditionsOf, filterRequest, removeChip, type Filter } from './filter.ts';
import styles from './ListPlaceholder.module.css';

type Props = {
  resource: Resource;
  name: string;
  filter: Filter;
  /** Only part of the time range is shown. */
  inPart: boolean;
  /** Counts the matches of a filter; undefined if only the server can. */
  countHere: ((filter: Filter) => number) | undefined;
  /** The time span that is shown, if only part of its rows is loaded and the server counts them. */
  countedSpan?: Span | undefined;
  onChange: (filter: Filter) => void;
  onClear: () => void;
};

const all = (count: number): string => (count === 2 ? 'both' : count === 3 ? 'all three' : `all ${formatCount(count)}`);

/** How many rows each of these filters matches. Undefined until the answer is here. */
function useCounts(
  { resource, name, countHere, countedSpan }: Pick<Props, 'resource' | 'name' | 'countHere' | 'countedSpan'>,
  filters: readonly Filter[],
): readonly (number | undefined)[] {
  const dataProvider = useDataProvider();
  const { sort } = resource.list;
  const range = rangeOf(resource.wire.list);
  const path = locateResource([resource], name)?.params ?? {};
  const isHere = countHere && !(range && countedSpan);
  const counts = useQueries({
    queries: (isHere ? [] : filters).map((filter) => {
      const request = filterRequest(filter);
      return {
        queryKey: [name, 'count', countedSpan, request],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          if (range && countedSpan) return countRange(range, path, { ...countedSpan, ...request }, signal);
          const pagination = { page: 1, perPage: 1 };
          const { total = 0 } = await dataProvider.getList<Row>(name, { filter: request, sort, pagination, signal });
          return total;
        },
        staleTime: 10_000,
      };
    }),
    combine: (results) => results.map((result) => result.data),
  });
  return isHere ? filters.map(countHere) : counts;
}

const alone = (chip: Chip): Filter => ({ mode: 'chips', chips: [chip], text: '' });

/** No row meets all conditions: shows how many would match without each of them. */
export default function NothingMatches(props: Props) {
  const { resource, filter, onChange, onClear } = props;
  const conditions = conditionsOf(filter);
  const several = conditions.length > 1;
  const countsWithout = useCounts(props, several ? conditions.map((_, i) => removeChip(filter, i)) : []);
  // If removing no single condition helps, the counts of each condition alone show which ones match nothing.
  const noneHelps = several && countsWithout.every((count) => count === 0);
  const found = useCounts(props, noneHelps ? conditions.map(alone) : []);
  const useful = conditions.filter((_, i) => found[i] !== 0);
  const useless = noneHelps && found.every((count) => count !== undefined) && useful.length < conditions.length;
  const [only] = conditions;
  const where = props.inPart ? ' in this time range' : '';
  const query = filter.mode === 'query' ? 'the query' : '';
  return (
    <div className={styles.none}>
      <h2>
        No {singularName(resource)} {only || query ? 'matches ' : ''}
        {several ? all(conditions.length) : only ? chipText(only) : query}
        {where}
      </h2>
      {noneHelps && (
        <>
          <p>Removing one of them does not help. Alone they find:</p>
          <ul>
            {conditions.map((chip, i) => (
              <li key={chipText(chip)}>
                <code>{chipText(chip)}</code>
                <span className="num">{found[i] === undefined ? '' : countOf(resource, found[i])}</span>
              </li>
            ))}
          </ul>
          {useless && useful.length > 0 && (
            <Button onClick={() => onChange({ mode: 'chips', chips: useful, text: '' })}>
              Remove conditions without matches
            </Button>
          )}
        </>
      )}
      {several && !noneHelps && (
        <>
          <p>Together they match nothing. With one removed:</p>
          <ul>
            {conditions.map((chip, i) => (
              <li key={chipText(chip)}>
                <Button size="inline" onClick={() => onChange(removeChip(filter, i))}>
                  Without <code>{chipText(chip)}</code>
                </Button>
                <span className="num">{countsWithout[i] === undefined ? '' : countOf(resource, countsWithout[i])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {!several && <p>Nothing in this list matches it.</p>}
      <Button kind="quiet" className={styles.clear} onClick={onClear}>
        {several ? 'Clear all filters' : 'Clear the filter'}
      </Button>
    </div>
  );
}
