import { expect, test } from 'vitest';
import { nearestWord } from './nearestWord.ts';

const VERBS = ['list', 'read', 'readnosecrets', 'create', 'update', 'delete', '*'];

test.each([
  ['raed', 'read'],
  ['Read', 'read'],
  ['creat', 'create'],
  ['updates', 'update'],
  ['readnosecret', 'readnosecrets'],
  ['lisst', 'list'],
  ['use', undefined],
  ['x', undefined],
  ['', undefined],
  ['delete everything', undefined],
])('suggests for %j the word %j', (word, known) => expect(nearestWord(word, VERBS)).toBe(known));

test('suggests the nearest of several words', () => {
  expect(nearestWord('node_label', ['app_labels', 'node_labels', 'mode_labels'])).toBe('node_labels');
});

test('suggests nothing for a very long text', () => {
  expect(nearestWord('a'.repeat(1_000_000), VERBS)).toBeUndefined();
});

test.each([
  ['/cluster/east/nodez', '/cluster/east/nodes'],
  ['/cluster/east/foo', undefined],
  ['/user', '/users'],
  ['/usr', '/users'],
  ['/rolse', '/roles'],
  ['/somewhere/else', undefined],
  ['/', undefined],
])('for the address %s with at most three changes it suggests %s', (path, meant) => {
  expect(nearestWord(path, ['/cluster/east/nodes', '/cluster/east/apps', '/users', '/roles'], 3)).toBe(meant);
});
