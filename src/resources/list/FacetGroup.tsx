import { useState } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import type { Chip } from '../../wire/predicate/chips.ts';
import { Check } from '../../ui/Check.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import type { Facet } from './facets.ts';
import styles from './Facets.module.css';
import { facetState, type FacetState } from './filter.ts';

/** How many values of a key are shown at first. Values that are part of the filter are always shown. */
const VALUES_SHOWN = 4;
const VALUES_STEP = 50;
const STATES = { off: 'off', on: 'on', not: 'not' } as const satisfies Record<FacetState, string>;

export type FacetChoice = 'toggle' | 'only' | 'exclude';

type Props = {
  facet: Facet;
  chips: readonly Chip[];
  /** Opens the group. An open group stays open until the user closes it. */
  isOpen: boolean;
  onChoose: (key: string, value: string, choice: FacetChoice) => void;
};

/** One label key with its values and how many of the loaded rows carry each. */
export function FacetGroup({ facet, chips, isOpen, onChoose }: Props) {
  // Nothing disappears under the pointer: the values of a removed condition stay, and so does the group.
  const [chosen, setChosen] = useState<boolean>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const open = chosen ?? wasOpen;
  const [shownCount, setShownCount] = useState(VALUES_SHOWN);
  const [seenValues, setSeenValues] = useState<ReadonlySet<string>>(new Set());
  const stateOf = (value: string): FacetState => facetState(chips, facet.name, value);
  const unseen = facet.values.filter(({ value }) => stateOf(value) !== 'off' && !seenValues.has(value));
  if (unseen.length > 0) setSeenValues(new Set([...seenValues, ...unseen.map(({ value }) => value)]));
  const values = facet.values.filter(({ value }, i) => i < shownCount || seenValues.has(value));
  const hidden = facet.values.length - values.length;
  return (
    <div className={styles.group} role="group" aria-label={facet.name}>
      <button type="button" className={styles.key} aria-expanded={open} onClick={() => setChosen(!open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} />
        <span className="cut">{visibleLine(facet.name)}</span>
        {!open && <span className={styles.count}>{formatCount(facet.values.length)}</span>}
      </button>
      {open &&
        values.map(({ value, count }) => {
          const state = stateOf(value);
          return (
            <div key={value} className={cx(styles.value, state !== 'off' && styles.chosen)}>
              <Check
                state={STATES[state]}
                onChange={({ shiftKey }) => onChoose(facet.name, value, shiftKey ? 'exclude' : 'toggle')}
              >
                <span className="cut" title={visibleLine(value)}>
                  {visibleLine(value) || 'empty'}
                </span>
              </Check>
              <button
                type="button"
                className={styles.only}
                aria-label={`Only ${facet.name} = ${value}`}
                onClick={() => onChoose(facet.name, value, 'only')}
              >
                only
              </button>
              <span className={styles.count}>{count > 0 && formatCount(count)}</span>
            </div>
          );
        })}
      {open && hidden === 0 && (facet.others ?? 0) > 0 && (
        <p className={styles.note}>{formatCount(facet.others ?? 0)} rows have other values</p>
      )}
      {open && hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setShownCount(shownCount + VALUES_STEP)}>
          {formatCount(hidden)} more
        </button>
      )}
    </div>
  );
}
