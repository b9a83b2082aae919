import { useState, type KeyboardEvent } from 'react';
import { useListbox, type Listbox } from '../../../ui/useListbox.ts';
import type { Suggestion } from './suggestion.ts';

/** What a field with suggestions has to carry, and what it does with keys. */
export type Suggesting = {
  listbox: Listbox;
  /** Empty while nothing is offered. */
  offered: readonly Suggestion[];
  /** A whole condition closes the list; one that goes on leaves it open. */
  take: (suggestion: Suggestion) => void;
  open: () => void;
  close: () => void;
  /** True when the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

/**
 * The keys of a combobox: arrows choose, Enter and Tab take, Escape closes, Ctrl Space opens. `suggestions` is asked
 * only while the list is open. Without an active suggestion Enter does what it does without the list.
 */
export function useSuggestions(
  suggestions: () => readonly Suggestion[],
  onTake: (suggestion: Suggestion) => void,
): Suggesting {
  const [isOpen, setOpen] = useState(false);
  const offered = isOpen ? suggestions() : [];
  const labels = offered.map(({ label }) => label);
  const listbox = useListbox(labels, { isOpen: offered.length > 0, start: 'none' });

  const open = () => {
    setOpen(true);
    listbox.reset();
  };
  const close = () => setOpen(false);
  const take = (suggestion: Suggestion) => {
    if (suggestion.kind === 'enter') close();
    listbox.reset();
    onTake(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const opens = (event.ctrlKey && event.key === ' ') || (event.altKey && event.key === 'ArrowDown');
    if (opens && !isOpen) {
      open();
      return true;
    }
    if (offered.length === 0) return false;
    const chosen = offered[listbox.active];
    switch (event.key) {
      case 'Escape':
        close();
        return true;
      case 'Enter':
      case 'Tab':
        if (!chosen || event.shiftKey) {
          close();
          return false;
        }
        take(chosen);
        return true;
      default:
        return listbox.onArrow(event);
    }
  };
  return { listbox, offered, take, open, close, onKeyDown };
}
