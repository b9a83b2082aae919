import { expect, test } from 'vitest';
import { fromHome, nameMatcher } from './paths.ts';

test.each([
  ['/etc/hosts', '/etc/hosts'],
  ['notes.txt', 'notes.txt'],
  ['~/notes.txt', 'notes.txt'],
  ['~', '.'],
  ['~/', '.'],
])('%s is the path %s relative to the home directory', (path, seen) => expect(fromHome(path)).toBe(seen));

test.each(['a\0b', '~/a\0b', '/tmp/\0'])('refuses a NUL character: %j', (path) => {
  expect(() => fromHome(path)).toThrow('a path cannot have a NUL character');
});

test('refuses home directories of other users', () => {
  expect(() => fromHome('~ann/x')).toThrow('expanding remote ~user paths is not supported');
});

test.each([
  ['*.log', 'a.log', true],
  ['*.log', 'a.logs', false],
  ['?.log', 'a.log', true],
  ['[ab].log', 'b.log', true],
  ['[!ab].log', 'b.log', false],
  ['[a-c].log', 'b.log', true],
  ['a+b.*', 'a+b.txt', true],
  ['a.b', 'axb', false],
  ['*', '.hidden', false],
  ['.*', '.hidden', true],
])('%s matches %s: %s', (pattern, name, matches) => expect(nameMatcher(pattern)(name)).toBe(matches));
