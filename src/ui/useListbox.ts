import { useId, useLayoutEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';

type Options = {
  /** A closed list has no active option. */
  isOpen: boolean;
  /** The active option before any key: the first, or none, in which case Enter accepts the text as it is. */
  start: 'none' | 'first';
};

export type Listbox = {
  /** Index of the active option, -1 for none. It stays on its key when options are added or removed. */
  active: number;
  activate: (index: number) => void;
  /** Back to `start`, after typing or accepting an option. */
  reset: () => void;
  /** Moves the active option with the arrows, wrapping around. True if the key was an arrow. */
  onArrow: (event: KeyboardEvent) => boolean;
  /** For the text field, which keeps the focus. */
  input: {
    role: 'combobox';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-activedescendant': string | undefined;
  };
  list: { id: string; role: 'listbox' };
  /** For each option. A list with multiple selection sets `aria-selected` itself. */
  option: (index: number) => {
    id: string;
    role: 'option';
    'aria-selected': boolean;
    onPointerMove: () => void;
    onMouseDown: (event: MouseEvent) => void;
  };
};

/**
 * A list of options below a text field: the active option, its keys and its ARIA attributes. `keys` identify the shown
 * options, each once. The field handles Enter, Tab and Escape.
 */
export function useListbox(keys: readonly string[], { isOpen, start }: Options): Listbox {
  const id = useId();
  const [key, setKey] = useState<string>();
  const kept = key === undefined ? -1 : keys.indexOf(key);
  const first = start === 'first' && keys.length > 0 ? 0 : -1;
  const active = isOpen ? (kept < 0 ? first : kept) : -1;
  const idOf = (index: number): string => `${id}-${index}`;
  const activate = (index: number) => setKey(keys[index]);

  useLayoutEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return {
    active,
    activate,
    reset: () => setKey(undefined),
    onArrow: ({ key: pressed }) => {
      if (pressed !== 'ArrowDown' && pressed !== 'ArrowUp') return false;
      const count = keys.length;
      if (count === 0) return true;
      if (active < 0) activate(pressed === 'ArrowDown' ? 0 : count - 1);
      else activate((active + (pressed === 'ArrowDown' ? 1 : -1) + count) % count);
      return true;
    },
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-activedescendant': active < 0 ? undefined : idOf(active),
    },
    list: { id, role: 'listbox' },
    option: (index) => ({
      id: idOf(index),
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => index !== active && activate(index),
      // The field keeps the focus.
      onMouseDown: keepFocus,
    }),
  };
}

const keepFocus = (event: MouseEvent): void => event.preventDefault();
