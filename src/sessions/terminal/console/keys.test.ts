import { expect, test } from 'vitest';
import { wantedTab } from './keys.ts';

const press = (code: string, held: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held }) as KeyboardEvent;

test.each([
  ['Alt and a digit', press('Digit3', { altKey: true }), false, 3],
  ['Alt and a digit beside the letters', press('Numpad9', { altKey: true }), false, 9],
  ['Ctrl and a digit on macOS', press('Digit1', { ctrlKey: true }), true, 1],
])('%s asks for a tab', (_, event, isMac, n) => expect(wantedTab(event, isMac)).toBe(n));

test.each([
  ['Ctrl and a digit elsewhere, which programs want', press('Digit1', { ctrlKey: true }), false],
  ['AltGr, which types characters', press('Digit7', { altKey: true, ctrlKey: true }), false],
  ['Alt and zero', press('Digit0', { altKey: true }), false],
  ['a digit alone', press('Digit2', {}), false],
  ['Alt and a letter', press('KeyB', { altKey: true }), false],
])('%s does not', (_, event, isMac) => expect(wantedTab(event, isMac)).toBeUndefined());
