import { expect, test } from 'vitest';
import { CONTROL_KEYS, F_KEYS } from './sendKeys.ts';

const sequences = Object.fromEntries([...CONTROL_KEYS, ...F_KEYS].map(({ name, sequence }) => [name, sequence]));

test('function keys are those of xterm, with its gaps at 16 and 22', () => {
  expect(F_KEYS).toHaveLength(12);
  expect([
    sequences['F1'],
    sequences['F5'],
    sequences['F6'],
    sequences['F10'],
    sequences['F11'],
    sequences['F12'],
  ]).toEqual(['\x1bOP', '\x1b[15~', '\x1b[17~', '\x1b[21~', '\x1b[23~', '\x1b[24~']);
});

test('control keys are their place in the alphabet', () => {
  for (const letter of 'WTN') expect(sequences[`Ctrl+${letter}`]?.charCodeAt(0)).toBe(letter.charCodeAt(0) - 64);
});
