/** Keys of the terminal console, in the notation of the key table (look §8). */
export const KEYS = {
  copy: 'Ctrl+Shift+C',
  paste: 'Ctrl+Shift+V',
  out: 'Ctrl+Shift+↑↓←→',
  tabs: 'Alt+1…9',
} as const;

/** The documented way out of a terminal; elsewhere these keys select text. */
export const isWayOut = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  /^Arrow(Up|Down|Left|Right)$/.test(key) &&
  shiftKey &&
  (ctrlKey || metaKey) &&
  !altKey &&
  target instanceof Element &&
  target.closest('[data-own-keys]') !== null;

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
