import { expect, test } from 'vitest';
import { optionsFor, splitTokens } from './tokens.ts';

test.each([
  ['root', ['root']],
  ['root, ubuntu', ['root', 'ubuntu']],
  ['root\nubuntu\r\n deploy ', ['root', 'ubuntu', 'deploy']],
  [' , ', []],
])('%j holds the names %j', (text, names) => expect(splitTokens(text)).toEqual(names));

test('what begins with the typed text comes before what contains it', () => {
  expect(optionsFor(['my-db', 'db-admin', 'web', 'DB-reader'], [], ' db')).toEqual(['db-admin', 'DB-reader', 'my-db']);
});

test('what is taken is not offered again, and numbers sort as numbers', () => {
  expect(optionsFor(['r10', 'r2', 'r1'], ['r1'], '')).toEqual(['r2', 'r10']);
});
