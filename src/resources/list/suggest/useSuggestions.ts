import { useState, type KeyboardEvent } from 'react';
import { useListbox, type Listbox } from '../../../ui/useListbox.ts';
import type { Suggestion } from './suggestion.ts';

/** The properties and the key handler for a field with suggestions. */
export type Suggesting = {
  listbox: Listbox;
  /** Empty while no suggestion is shown. */
  offered: readonly Suggestion[];
  /** A complete condition closes the list, a partial one leaves it open. */
  take: (suggestion: Suggestion) => void;
  open: () => void;
  close: () => void;
  /** True when the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

/**
 * The keys of a combobox: arrows select, Enter and Tab accept, Escape closes, Ctrl Space opens. `suggestions` is called
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
