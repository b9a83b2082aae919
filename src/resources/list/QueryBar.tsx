import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { PredicateChip } from '../../ui/Chips.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { tip } from '../../ui/plain/tip.ts';
import { chipFace, chipText, isEditable } from './chipWords.ts';
import { asChips, asQuery, chipsObjection, conditionsOf, editChip, enterText, removeChip } from './filter.ts';
import type { Filter } from './filter.ts';
import styles from './QueryBar.module.css';
import { QueryHelp } from './QueryHelp.tsx';
import { QueryText } from './QueryText.tsx';
import type { QueryFault } from './useListState.ts';

type Props = {
  filter: Filter;
  fault: QueryFault | undefined;
  refusal: string | undefined;
  placeholder: string;
  onChange: (filter: Filter, how?: 'at once' | 'typing') => void;
  /** ↓ and Enter without words: into the list. */
  onLeave: () => void;
  inputRef: Ref<HTMLInputElement>;
  /** Buttons behind the field. */
  children: ReactNode;
};

const MODES = [
  { value: 'chips', label: 'Chips' },
  { value: 'query', label: 'Query' },
] as const;

function Chips({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const chips = filter.mode === 'chips' ? filter.chips : [];
  return chips.map((chip, i) => (
    <span key={chipText(chip)} className={styles.chips}>
      <PredicateChip
        {...chipFace(chip)}
        {...(isEditable(chip) && { onEdit: () => onChange(editChip(filter, i)) })}
        onRemove={() => onChange(removeChip(filter, i))}
      />
      {i < chips.length - 1 && <span className={styles.and}>and</span>}
    </span>
  ));
}

/** What narrows the list: conditions as chips with a field for more, or the same as a query in text. */
export function QueryBar({ filter, fault, refusal, placeholder, onChange, onLeave, inputRef, children }: Props) {
  const objection = chipsObjection(filter);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    switch (event.key) {
      case 'Enter':
        if (filter.mode === 'chips' && filter.text.trim()) onChange(enterText(filter));
        else onLeave();
        break;
      case 'ArrowDown':
        onLeave();
        break;
      case 'Backspace':
        if (filter.mode !== 'chips' || input.value !== '' || filter.chips.length === 0) return;
        onChange(removeChip(filter, filter.chips.length - 1));
        break;
      case 'Escape':
        input.blur();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.bar}>
        <div role="search" className={cx(styles.box, (fault !== undefined || refusal !== undefined) && styles.bad)}>
          <Icon name="search" />
          {filter.mode === 'chips' ? (
            <>
              <span className={styles.chips}>
                <Chips filter={filter} onChange={onChange} />
              </span>
              <input
                ref={inputRef}
                className={styles.input}
                aria-label="Search"
                placeholder={placeholder}
                spellCheck={false}
                autoCapitalize="none"
                autoComplete="off"
                value={filter.text}
                onChange={(event) => onChange({ ...filter, text: event.target.value }, 'typing')}
                onKeyDown={onKeyDown}
              />
            </>
          ) : (
            <QueryText
              ref={inputRef}
              query={filter.query}
              fault={fault}
              refusal={refusal}
              onChange={(query) => onChange({ mode: 'query', query }, 'typing')}
              onKeyDown={onKeyDown}
            />
          )}
          {filter.mode === 'query' && <QueryHelp />}
          <span className={styles.mode} {...(objection !== undefined && tip(objection))}>
            <Segmented
              size="inline"
              label="Write the filter as"
              value={filter.mode}
              segments={MODES}
              onChange={(mode) => onChange(mode === 'chips' ? asChips(filter) : asQuery(filter))}
            />
          </span>
        </div>
        {children}
      </div>
      <PhoneChips filter={filter} onChange={onChange} />
    </>
  );
}

/** Conditions have a row of their own on a phone. */
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

export const searchPlaceholder = (count: number | undefined, many: string): string =>
  count === undefined ? `Search ${many}` : `Search ${formatCount(count)} ${many}`;
