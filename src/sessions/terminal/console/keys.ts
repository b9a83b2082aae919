import type { Direction } from './paneTree.ts';

/** Keys of the terminal console, in the notation of the key table. */
export const KEYS = {
  copy: 'Ctrl+Shift+C',
  paste: 'Ctrl+Shift+V',
  find: 'Ctrl+Shift+F',
  splitRight: 'Ctrl+Shift+D',
  splitDown: 'Ctrl+Shift+E',
  broadcast: 'Ctrl+Shift+B',
  newSession: 'Ctrl+Shift+L',
  nextTab: 'Ctrl+Shift+G',
  closeTab: 'Ctrl+Shift+K',
  zoom: 'Ctrl+Shift+Enter',
  out: 'Ctrl+Shift+↑↓←→',
  resize: 'Alt+Shift+↑↓←→',
  tabs: 'Alt+1…9',
} as const;

const DIRECTIONS = new Map<string, Direction>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
]);

/** Also where nothing has the focus: a terminal whose shell is gone takes none. */
const isInTerminal = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && (target.localName === 'body' || target.closest('[data-own-keys]') !== null);

/** The documented way out of a terminal, to the pane that way or out to the frame; elsewhere these keys select text. */
export function wayOut(event: KeyboardEvent): Direction | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return shiftKey && (ctrlKey || metaKey) && !altKey && isInTerminal(event) ? DIRECTIONS.get(key) : undefined;
}

/** The edge of the pane that is to move, with Alt and Shift. */
export function wantedResize(event: KeyboardEvent): Direction | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return shiftKey && altKey && !ctrlKey && !metaKey && isInTerminal(event) ? DIRECTIONS.get(key) : undefined;
}

/**
 * The tab that a key press asks for: Alt and a digit, on macOS also Ctrl (screens §7.5). By place and not by character:
 * with Alt a digit types something else on many layouts.
 */
export function wantedTab(event: KeyboardEvent, isMac: boolean): number | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
  const holds = (altKey && !ctrlKey) || (isMac && ctrlKey && !altKey);
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return holds && !metaKey && !shiftKey && digit ? Number(digit) : undefined;
}
