import { expect, test } from 'vitest';
import { whatReprintLoses } from './whatReprintLoses.ts';

test('comments are missed when a server prints a document anew', () => {
  expect(whatReprintLoses('a: 1 # why\n', 'role')).toContain('the comments are gone');
});

test.each(['a: 1\n', 'a: "# no comment"\n', 'a: |\n  # text\n'])('%j loses nothing to speak of', (text) => {
  expect(whatReprintLoses(text, 'role')).toBeUndefined();
});
