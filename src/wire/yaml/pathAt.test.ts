import { expect, test } from 'vitest';
import { locate, pathAt } from '../yaml.ts';

const TEXT = `kind: role
spec:
  allow:
    logins: [root, deploy]
    rules:
      - resources: [event]
        verbs: [list, raed]
      -
        verbs:
  deny: {}
`;

test.each([
  [{ line: 1, column: 1 }, ['kind']],
  [{ line: 1, column: 8 }, ['kind']],
  [{ line: 4, column: 5 }, ['spec', 'allow', 'logins']],
  [{ line: 4, column: 14 }, ['spec', 'allow', 'logins', 0]],
  [{ line: 4, column: 22 }, ['spec', 'allow', 'logins', 1]],
  [{ line: 4, column: 200 }, ['spec', 'allow', 'logins', 1]],
  [{ line: 7, column: 23 }, ['spec', 'allow', 'rules', 0, 'verbs', 1]],
  [{ line: 9, column: 9 }, ['spec', 'allow', 'rules', 1, 'verbs']],
  [{ line: 10, column: 3 }, ['spec', 'deny']],
  [{ line: 99, column: 1 }, ['spec', 'deny']],
])('at %j stands %j', (place, path) => {
  expect(pathAt(TEXT, place)).toEqual(path);
});

test('it is the way back from a located value', () => {
  for (const path of [['kind'], ['spec', 'allow', 'rules', 0, 'resources', 0], ['spec', 'deny']]) {
    const place = locate(TEXT, path);
    expect(place && pathAt(TEXT, place)).toEqual(path);
  }
});

test('keys that are no text do not confuse what follows', () => {
  expect(pathAt('? [a, b]\n: c\nd: e\n', { line: 3, column: 4 })).toEqual(['d']);
});

test('before the first value, and in an empty text, there is only the document', () => {
  expect(pathAt('# note\nkind: role\n', { line: 1, column: 1 })).toEqual([]);
  expect(pathAt('', { line: 1, column: 1 })).toEqual([]);
});

test('a text that cannot be read has no paths', () => {
  expect(pathAt('a: [', { line: 1, column: 1 })).toBeUndefined();
});
