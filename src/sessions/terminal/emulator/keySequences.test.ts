import { expect, test } from 'vitest';
import { keySequence, missingSequence, withSticky, CONTROL_KEYS, F_KEYS } from './keySequences.ts';

const none = { ctrl: false, alt: false };

test.each([
  ['Esc', none, false, '\x1b'],
  ['Tab', none, false, '\t'],
  ['Up', none, false, '\x1b[A'],
  ['Left', none, true, '\x1bOD'],
  ['Right', { ctrl: true, alt: false }, true, '\x1b[1;5C'],
  ['Down', { ctrl: true, alt: true }, false, '\x1b[1;7B'],
  ['PgUp', none, false, '\x1b[5~'],
  ['PgDn', { ctrl: true, alt: false }, true, '\x1b[6;5~'],
  ['|', none, false, '|'],
  ['/', { ctrl: true, alt: false }, false, '\x1f'],
] as const)('the sequence of %s with %j, application keys %s', (key, sticky, application, sequence) => {
  expect(keySequence(key, sticky, application)).toBe(sequence);
});

test.each([
  ['c', true, false, '\x03'],
  ['C', true, false, '\x03'],
  ['[', true, false, '\x1b'],
  [' ', true, false, '\0'],
  ['1', true, false, '1'],
  ['b', false, true, '\x1bb'],
  ['x', true, true, '\x1b\x18'],
  ['é', true, false, 'é'],
  ['pasted text', true, true, 'pasted text'],
  ['😀', false, true, '\x1b😀'],
])('applies the sticky modifiers to %j: ctrl %s and alt %s', (typed, ctrl, alt, sent) => {
  expect(withSticky(typed, { ctrl, alt })).toBe(sent);
});

test.each([
  ['/', true, '\x1f'],
  ['2', true, '\0'],
  ['/', false, undefined],
  ['c', true, undefined],
])('%s with Ctrl %s is sent as %j', (key, ctrlKey, sequence) => {
  expect(missingSequence({ key, ctrlKey, altKey: false, metaKey: false })).toBe(sequence);
});

const sequences = Object.fromEntries([...CONTROL_KEYS, ...F_KEYS].map(({ name, sequence }) => [name, sequence]));

test('function keys have the sequences of xterm, without the numbers 16 and 22', () => {
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

test('control keys have the code of their position in the alphabet', () => {
  for (const letter of 'WTN') expect(sequences[`Ctrl+${letter}`]?.charCodeAt(0)).toBe(letter.charCodeAt(0) - 64);
});
