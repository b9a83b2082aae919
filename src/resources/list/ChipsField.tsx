import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { PredicateChip } from '../../ui/Chips.tsx';
import { AS_TYPED } from '../../ui/plain/TextField.tsx';
import { chipFace, chipText, isCondition, isEditable } from './chipLabels.ts';
import { addChip, editChip, enterQuery, enterText, removeChip, type Filter } from './filter.ts';
import styles from './QueryBar.module.css';
import { chipSuggestions } from './suggest/chipSuggestions.ts';
import type { Suggestion, Vocabulary } from './suggest/suggestion.ts';
import { SuggestList } from './suggest/SuggestList.tsx';
import { useSuggestions } from './suggest/useSuggestions.ts';

type ChipsFilter = Extract<Filter, { mode: 'chips' }>;
const scrollToEnd = (chip: Element | null): void =>
  chip?.parentElement?.scrollTo({ left: chip.parentElement.scrollWidth });

type Props = {
  filter: ChipsFilter;
  vocabulary: Vocabulary;
  placeholder: string;
  onChange: (filter: Filter, how?: 'at once' | 'typing') => void;
  /** ↓, and Enter in an empty field, move the focus into the list. */
  onLeave: () => void;
  ref: Ref<HTMLInputElement>;
};

function Chips({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  // The pressed button disappears with its chip. After a tap that removes it, the field would open a phone's keyboard.
  const change = (to: Filter, isEdit = false) => {
    const button = document.activeElement;
    if (isEdit || button?.matches(':focus-visible')) button?.closest('[role=search]')?.querySelector('input')?.focus();
    onChange(to);
  };
  return filter.chips.map((chip, i) => (
    <span
      key={chipText(chip)}
      // Where a chip before it is removed, the others keep their positions.
      ref={i === filter.chips.length - 1 ? scrollToEnd : undefined}
      className={styles.chips}
      data-long={chipText(chip).length > 14 || undefined}
    >
      <PredicateChip
        {...chipFace(chip)}
        {...(isEditable(chip) && { onEdit: () => change(editChip(filter, i), true) })}
        onRemove={() => change(removeChip(filter, i))}
      />
      {i < filter.chips.length - 1 && <span className={styles.and}>and</span>}
    </span>
  ));
}

/**
 * Shows conditions as chips, with a field to add more. Words filter while the user types, a condition once it is
 * entered.
 */
export function ChipsField({ filter, vocabulary, placeholder, onChange, onLeave, ref }: Props) {
  const take = (suggestion: Suggestion) => {
    if (suggestion.kind === 'complete') onChange({ ...filter, text: suggestion.text }, 'typing');
    else onChange(addChip({ ...filter, text: '' }, suggestion.chip));
  };
  const suggesting = useSuggestions(() => chipSuggestions(filter.text, vocabulary), take);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (suggesting.onKeyDown(event)) return event.preventDefault();
    switch (event.key) {
      case 'Enter':
        if (filter.text.trim()) onChange(enterText(filter));
        else onLeave();
        break;
      case 'ArrowDown':
        onLeave();
        break;
      case 'Backspace':
        if (input.value !== '' || filter.chips.length === 0) return;
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
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    const entered =
      isCondition(text) && filter.text.trim() === '' ? enterQuery({ ...filter, text: '' }, text) : undefined;
    if (!entered) return;
    event.preventDefault();
    onChange(entered);
  };

  return (
    <>
      <span className={styles.chips}>
        <Chips filter={filter} onChange={onChange} />
      </span>
      <input
        ref={ref}
        // The user has just chosen chips. At first the list keeps the focus.
        autoFocus={Boolean(document.activeElement?.closest('[role=search]'))}
        {...suggesting.listbox.input}
        className={styles.input}
        aria-label="Search"
        placeholder={placeholder}
        {...AS_TYPED}
        value={filter.text}
        onChange={(event) => {
          suggesting.open();
          onChange({ ...filter, text: event.target.value }, 'typing');
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={suggesting.close}
      />
      <SuggestList suggesting={suggesting} />
    </>
  );
}
