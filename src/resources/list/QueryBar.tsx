import { useState, type ReactNode, type Ref } from 'react';
import { PredicateChip } from '../../ui/Chips.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { tip } from '../../ui/plain/tip.ts';
import { ChipsField } from './ChipsField.tsx';
import { chipFace, chipText } from './chipLabels.ts';
import { asChips, asQuery, chipsObjection, conditionsOf, removeChip, type Filter } from './filter.ts';
import styles from './QueryBar.module.css';
import { QueryHelp } from './QueryHelp.tsx';
import type { Vocabulary } from './suggest/suggestion.ts';
import type { QueryFault } from './useListParams.ts';

/** Most lists are filtered by chips alone. */
const queryText = lazyComponent(() => import('./QueryText.tsx'), { name: 'The field for queries', look: 'line' });

type Props = {
  filter: Filter;
  fault: QueryFault | undefined;
  refusal: string | undefined;
  /** What the list shows instead of an answer while the query has a mistake. */
  shownText: string;
  placeholder: string;
  /** What the suggestions can offer. */
  vocabulary: Vocabulary;
  onChange: (filter: Filter, how?: 'at once' | 'typing') => void;
  /** ↓, and Enter in an empty field, move the focus into the list. */
  onLeave: () => void;
  inputRef: Ref<HTMLInputElement>;
  /** Selects where to search. */
  choice?: ReactNode;
  /** Buttons behind the field. */
  children: ReactNode;
};

const MODES = { chips: 'Chips', query: 'Query' };

/** The filter of the list: conditions as chips with a field for more, or the same as a query in text. */
export function QueryBar(props: Props) {
  const { filter, fault, refusal, shownText, placeholder, vocabulary, onChange, onLeave, inputRef, choice, children } =
    props;
  usePrefetch(queryText.fetch);
  const objection = chipsObjection(filter);
  // The query that could not be shown as chips. The reason is shown until the query changes.
  const [refused, setRefused] = useState<string>();
  const isRefused = filter.mode === 'query' && refused === filter.query && objection !== undefined;
  const choose = (mode: Filter['mode']) => {
    if (mode === 'query') return onChange(asQuery(filter));
    if (objection !== undefined && filter.mode === 'query') setRefused(filter.query);
    else onChange(asChips(filter));
  };

  return (
    <>
      <div className={styles.bar}>
        <div role="search" className={cx(styles.box, (fault !== undefined || refusal !== undefined) && 'wrong')}>
          <Icon name="search" />
          {filter.mode === 'chips' ? (
            <ChipsField
              ref={inputRef}
              filter={filter}
              vocabulary={vocabulary}
              placeholder={placeholder}
              onChange={onChange}
              onLeave={onLeave}
            />
          ) : (
            <queryText.Part
              ref={inputRef}
              query={filter.query}
              fault={fault}
              refusal={refusal}
              shownText={shownText}
              vocabulary={vocabulary}
              onChange={(query) => onChange({ mode: 'query', query }, 'typing')}
              onLeave={onLeave}
            />
          )}
          {isRefused && fault === undefined && (
            <div className={styles.fault} role="status">
              <Note kind="info" title="It stays a query.">
                {objection}.
              </Note>
            </div>
          )}
          {filter.mode === 'query' && <QueryHelp />}
          <span className={styles.mode} {...(objection !== undefined && tip(objection))}>
            <Segmented
              size="inline"
              label="Write the filter as"
              value={filter.mode}
              segments={MODES}
              onChange={choose}
            />
          </span>
          {choice}
        </div>
        {children}
      </div>
      <PhoneChips filter={filter} onChange={onChange} />
    </>
  );
}

/** Conditions have a line of their own on a phone. */
function PhoneChips({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const chips = filter.mode === 'chips' ? filter.chips : conditionsOf(filter);
  if (chips.length === 0) return null;
  return (
    <div className={styles.phoneChips}>
      {chips.map((chip, i) => (
        <PredicateChip key={chipText(chip)} {...chipFace(chip)} onRemove={() => onChange(removeChip(filter, i))} />
      ))}
    </div>
  );
}
