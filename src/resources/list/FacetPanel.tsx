import { useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { FacetGroup, type FacetChoice } from './FacetGroup.tsx';
import styles from './Facets.module.css';
import { addValue, conditionsOf, excludeValue, facetState, noFilter, onlyValue, removeValue } from './filter.ts';
import type { ListModel } from './useListModel.ts';

/** How many keys show their values without a click. */
const OPEN_KEYS = 4;

type Props = {
  model: ListModel;
  /** Moves the focus past all values to the rows. */
  onSkip?: () => void;
  inSheet?: boolean;
};

function Counted({ model: { counted, countable: all, list } }: Pick<Props, 'model'>) {
  const { everything } = list;
  const { loading } = everything;
  if (counted === undefined) return <p className={styles.note}>{everything.error ? 'Not counted' : 'Counting'}</p>;
  if (all === undefined && everything.hasMore)
    return <p className={styles.note}>Counts over the {formatCount(counted)} loaded</p>;
  if (all === undefined || counted >= all) return <p className={styles.note}>Counts over all {formatCount(counted)}</p>;
  return (
    <div className={styles.note}>
      <p>
        Counts over {formatCount(counted)} of {formatCount(all)}.{' '}
        {!loading && (
          <button type="button" className="link" onClick={() => void everything.loadThrough(all - 1)}>
            Load all
          </button>
        )}
      </p>
      {loading && (
        <div className={styles.loading}>
          <Progress label="Loading all rows" done={loading.done} total={loading.target} />
          <Button kind="quiet" size="inline" onClick={loading.stop}>
            Stop
          </Button>
        </div>
      )}
    </div>
  );
}

/** Labels of the loaded rows. A click adds a value to the filter, Shift and a click excludes it. */
export function FacetPanel({ model, onSkip, inSheet }: Props) {
  const { facets, facetsTitle: title, setFilter: onChange } = model;
  const { filter } = model.state;
  const [find, setFind] = useState<string>();
  const chips = conditionsOf(filter);
  const needle = find?.trim().toLowerCase() ?? '';
  const shownFacets = facets.filter((facet) => facet.name.toLowerCase().includes(needle));
  const choose = (key: string, value: string, choice: FacetChoice) => {
    const state = facetState(chips, key, value);
    if (choice === 'only') return onChange(onlyValue(filter, key, value));
    if (choice === 'exclude' && state !== 'not') return onChange(excludeValue(filter, key, value));
    onChange(state === 'off' ? addValue(filter, key, value) : removeValue(filter, key, value));
  };
  return (
    <aside
      className={cx(styles.panel, inSheet && styles.inSheet)}
      aria-label={title === 'Labels' ? 'Label filters' : title}
    >
      {onSkip && (
        <button type="button" className={styles.skip} onClick={onSkip}>
          Skip to the rows
        </button>
      )}
      {!inSheet && (
        <div className={styles.head}>
          {title}
          {chips.length > 0 && (
            <Button kind="quiet" size="inline" onClick={() => onChange(noFilter)}>
              Clear
            </Button>
          )}
          <IconButton
            icon="search"
            iconSize={14}
            size="inline"
            label="Find a label"
            aria-expanded={find !== undefined}
            onClick={() => setFind(find === undefined ? '' : undefined)}
          />
        </div>
      )}
      {find !== undefined && (
        <input
          className={styles.find}
          aria-label="Find a label"
          placeholder="Find a label"
          // The button above opens exactly this field.
          autoFocus
          value={find}
          onChange={(event) => setFind(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            setFind(undefined);
          }}
        />
      )}
      <Counted model={model} />
      <div className={styles.groups}>
        {shownFacets.map((facet) => (
          <FacetGroup
            key={facet.name}
            facet={facet}
            chips={chips}
            isOpen={facets.indexOf(facet) < OPEN_KEYS || chips.some((chip) => 'key' in chip && chip.key === facet.name)}
            onChoose={choose}
          />
        ))}
      </div>
    </aside>
  );
}
