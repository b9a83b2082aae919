/** Keys of the terminal console, in the notation of the key table (look §8). */
export const KEYS = {
  copy: 'Ctrl+Shift+C',
  paste: 'Ctrl+Shift+V',
  out: ['Ctrl+Shift+Up', 'Ctrl+Shift+Left', 'Ctrl+Shift+Right', 'Ctrl+Shift+Down'],
  tabs: 'Alt+1…9',
} as const;

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
