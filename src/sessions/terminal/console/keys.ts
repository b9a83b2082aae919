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

/** Also without a focused element: a terminal whose shell has ended does not accept the focus. */
const isInTerminal = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && (target.localName === 'body' || target.closest('[data-own-keys]') !== null);

/**
 * The documented keys to leave a terminal, to the pane in that direction or to the frame. Elsewhere they select text.
 */
export function wayOut(event: KeyboardEvent): Direction | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return shiftKey && (ctrlKey || metaKey) && !altKey && isInTerminal(event) ? DIRECTIONS.get(key) : undefined;
}

/** The edge of the pane to move, with Alt and Shift. */
export function wantedResize(event: KeyboardEvent): Direction | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return shiftKey && altKey && !ctrlKey && !metaKey && isInTerminal(event) ? DIRECTIONS.get(key) : undefined;
}

/**
 * The tab for a key press: Alt and a digit, on macOS also Ctrl (screens §7.5). It uses the key's position, since Alt
 * with a digit types another character on many layouts.
 */
export function wantedTab(event: KeyboardEvent, isMac: boolean): number | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
  const holds = (altKey && !ctrlKey) || (isMac && ctrlKey && !altKey);
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return holds && !metaKey && !shiftKey && digit ? Number(digit) : undefined;
}
