import { expect, test } from 'vitest';
import { optionsFor, splitTokens } from './tokens.ts';

test.each([
  ['root', ['root']],
  ['root, ubuntu', ['root', 'ubuntu']],
  ['root\nubuntu\r\n deploy ', ['root', 'ubuntu', 'deploy']],
  [' , ', []],
])('splits %j into the names %j', (text, names) => expect(splitTokens(text)).toEqual(names));

test('sorts prefix matches before inner matches', () => {
  expect(optionsFor(['my-db', 'db-admin', 'web', 'DB-reader'], [], ' db')).toEqual(['db-admin', 'DB-reader', 'my-db']);
});

test('omits selected options and sorts numbers by value', () => {
  expect(optionsFor(['r10', 'r2', 'r1'], ['r1'], '')).toEqual(['r2', 'r10']);
});
