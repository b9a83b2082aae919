import { expect, test } from 'vitest';
import { keySymbolOf, symbolOfCharacter } from './keySymbols.ts';
import { scancodeOf } from './scancodes.ts';
import { usKeySymbol } from './usKeyboard.ts';

test.each([
  ['a letter', 'a', 0, 0x61],
  ['a capital', 'A', 0, 0x41],
  ['a letter of Latin-1', 'ß', 0, 0xdf],
  ['a letter of Latin-2', 'ł', 0, 0x0100_0142],
  ['the euro sign', '€', 0, 0x0100_20ac],
  ['a character beyond sixteen bits', '😀', 0, 0x0101_f600],
  ['space', ' ', 0, 0x20],
  ['a digit of the keypad', '7', 3, 0xffb7],
  ['Home of the keypad', 'Home', 3, 0xff95],
  ['the right Control', 'Control', 2, 0xffe4],
  ['the left Windows key', 'Meta', 1, 0xffeb],
  ['AltGr', 'AltGraph', 2, 0xfe03],
  ['F12', 'F12', 0, 0xffc9],
  ['a dead key', 'Dead', 0, 0],
  ['a key without a name', 'Unidentified', 0, 0],
  ['an empty key', '', 0, 0],
])('the symbol of %s', (_, key, location, symbol) => expect(keySymbolOf({ key, location })).toBe(symbol));

test('line ends and tabs in text are keys, but other control characters are not', () => {
  expect(['\n', '\t', '\u0001', '\u007f'].map(symbolOfCharacter)).toEqual([0xff0d, 0xff09, 0, 0]);
});

test.each([
  ['KeyQ', false, 0x71],
  ['KeyQ', true, 0x51],
  ['Digit2', true, 0x40],
  ['Quote', true, 0x22],
  ['Backslash', false, 0x5c],
  ['Space', true, 0x20],
  ['ShiftRight', false, 0xffe2],
  ['NumpadAdd', false, 0xffab],
  ['Numpad5', false, 0xffb5],
  ['NumpadEnter', false, 0xff8d],
  ['F3', false, 0xffc0],
  ['Power', false, 0],
])('the symbol of a US keyboard for %s with Shift %s', (code, isShifted, symbol) => {
  expect(usKeySymbol(scancodeOf(code) ?? 0, isShifted)).toBe(symbol);
});

test('an unknown scancode has no symbol', () => {
  expect(usKeySymbol(0xffff_ffff, false)).toBe(0);
});
