import { useState, type ReactNode, type Ref } from 'react';
import { PredicateChip } from '../../ui/Chips.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { chipFace, chipText } from '../list/chipLabels.ts';
import { conditionsOf, removeChip, type Filter } from '../list/filter.ts';
import bar from '../list/QueryBar.module.css';
import { TextSearchChoice } from './TextSearchChoice.tsx';
import type { TextSearch, TextSearchQuery } from './useTextSearch.ts';

type Props = {
  textSearch: TextSearch;
  query: TextSearchQuery;
  /** Limits which rows are searched. */
  filter: Filter;
  onFilter: (filter: Filter) => void;
  inputRef: Ref<HTMLInputElement>;
  /** Buttons behind the field. */
  children: ReactNode;
};

/**
 * Searches text that was typed or shown in a session. Only Enter starts a search, because the audit log records each
 * one.
 */
export default function TextSearchBar({ textSearch, query, filter, onFilter, inputRef, children }: Props) {
  // The typed text stays until the text in the address changes.
  const [draft, setDraft] = useState({ of: query.text, text: query.text });
  if (draft.of !== query.text) setDraft({ of: query.text, text: query.text });
  const search = (changes: Partial<TextSearchQuery> = {}) =>
    textSearch.search({ ...query, text: draft.text.trim(), ...changes });
  return (
    <div className={bar.bar}>
      <form role="search" className={bar.box} onSubmit={handleSubmit(search)}>
        <Icon name="search" />
        {conditionsOf(filter).map((chip, i) => (
          <PredicateChip key={chipText(chip)} {...chipFace(chip)} onRemove={() => onFilter(removeChip(filter, i))} />
        ))}
        <input
          ref={inputRef}
          className={bar.input}
          type="search"
          autoFocus={query.text === ''}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          aria-label="Words typed or shown in a session"
          placeholder="Words typed or shown in a session, then Enter"
          value={draft.text}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (draft.text === '') textSearch.search(undefined);
            else setDraft({ ...draft, text: '' });
          }}
        />
        <Button
          size="inline"
          kind={query.isPattern ? undefined : 'quiet'}
          aria-pressed={query.isPattern}
          aria-label="Regular expression"
          {...tip('Regular expression')}
          onClick={() => search({ isPattern: !query.isPattern })}
        >
          <span className="mono">.*</span>
        </Button>
        <TextSearchChoice textSearch={textSearch} />
      </form>
      {children}
    </div>
  );
}
