import { expect, test } from 'vitest';
import { compareWithServer } from './compareWithServer.ts';

const copy = (text: string) => ({ text, readAtMs: 5 });

test('a new document needs a name that nobody has', () => {
  expect(compareWithServer(undefined, undefined)).toEqual({ kind: 'clear', theirs: undefined });
  expect(compareWithServer(undefined, copy('a: 1'))).toEqual({ kind: 'taken' });
});

test('a copy that the server only printed anew has not moved', () => {
  const theirs = copy('metadata: {id: 9, name: x}\nkind: role # printed\n');
  expect(compareWithServer('kind: role\nmetadata:\n  name: x\n  id: 3\n', theirs)).toEqual({ kind: 'clear', theirs });
});

test('a copy with another value has moved, a deleted one is gone', () => {
  expect(compareWithServer('a: 1', copy('a: 2'))).toEqual({ kind: 'moved', theirs: copy('a: 2') });
  expect(compareWithServer('a: 1', undefined)).toEqual({ kind: 'gone' });
});
