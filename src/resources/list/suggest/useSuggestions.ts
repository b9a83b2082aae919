import { useId, useState, type KeyboardEvent } from 'react';
import type { Suggestion } from './suggestion.ts';

/** What a field that offers ways to go on has to carry, and what it does with keys. */
export type Suggesting = {
  aria: {
    role: 'combobox';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-autocomplete': 'list';
    'aria-activedescendant': string | undefined;
  };
  listId: string;
  /** Empty while nothing is offered. */
  offered: readonly Suggestion[];
  /** The one that Enter takes; -1 for none: Enter then does what it does without. */
  at: number;
  point: (at: number) => void;
  /** A whole condition closes the list; one that goes on leaves it open. */
  take: (suggestion: Suggestion) => void;
  open: () => void;
  close: () => void;
  /** True when the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

export const suggestionId = (listId: string, at: number): string => `${listId}-${at}`;

/**
 * The keys of a combobox: arrows choose, Enter and Tab take, Escape closes, Ctrl Space opens. `suggestions` is asked
 * only while the list is open.
 */
export function useSuggestions(
  suggestions: () => readonly Suggestion[],
  onTake: (suggestion: Suggestion) => void,
): Suggesting {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState(-1);
  const offered = isOpen ? suggestions() : [];
  const at = place < offered.length ? place : -1;

  const point = (to: number) => setPlace(to);
  const open = () => {
    setOpen(true);
    setPlace(-1);
  };
  const close = () => setOpen(false);
  const take = (suggestion: Suggestion) => {
    if (suggestion.kind === 'enter') close();
    setPlace(-1);
    onTake(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const opens = (event.ctrlKey && event.key === ' ') || (event.altKey && event.key === 'ArrowDown');
    if (opens && !isOpen) {
      open();
      return true;
    }
    if (offered.length === 0) return false;
    const chosen = offered[at];
    switch (event.key) {
      case 'ArrowDown':
        point((at + 1) % offered.length);
        return true;
      case 'ArrowUp':
        point(at <= 0 ? offered.length - 1 : at - 1);
        return true;
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
        return false;
    }
  };
  return {
    aria: {
      role: 'combobox',
      'aria-expanded': offered.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': at < 0 ? undefined : suggestionId(listId, at),
    },
    listId,
    offered,
    at,
    point,
    take,
    open,
    close,
    onKeyDown,
  };
}
