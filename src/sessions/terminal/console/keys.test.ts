import { expect, test } from 'vitest';
import { wantedTab } from './keys.ts';

const press = (code: string, held: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held }) as KeyboardEvent;

test.each([
  ['Alt and a digit', press('Digit3', { altKey: true }), false, 3],
  ['Alt and a digit of the numeric keypad', press('Numpad9', { altKey: true }), false, 9],
  ['Ctrl and a digit on macOS', press('Digit1', { ctrlKey: true }), true, 1],
])('%s selects a tab', (_, event, isMac, n) => expect(wantedTab(event, isMac)).toBe(n));

test.each([
  ['Ctrl and a digit on other platforms', press('Digit1', { ctrlKey: true }), false],
  ['AltGr, which types characters', press('Digit7', { altKey: true, ctrlKey: true }), false],
  ['Alt and zero', press('Digit0', { altKey: true }), false],
  ['a digit without a modifier', press('Digit2', {}), false],
  ['Alt and a letter', press('KeyB', { altKey: true }), false],
])('%s selects no tab', (_, event, isMac) => expect(wantedTab(event, isMac)).toBeUndefined());
