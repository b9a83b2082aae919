import { expect, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import { FirstOutput } from './outputEnding.ts';

const refusalOf = (...pieces: string[]): string | undefined => {
  const words = new FirstOutput();
  for (const piece of pieces) words.add(utf8(piece), 1000);
  return words.refusal(1200);
};

test('all output before the server closed the connection is the reason', () => {
  expect(refusalOf('failed to connect\r\n', 'to far-away')).toBe('failed to connect\nto far-away');
});

test('the prompt of a shell is not a reason', () => {
  expect(refusalOf('\u001b[?2004h', 'root@vm:~# ')).toBeUndefined();
});

test('output long before the end is not a reason', () => {
  const words = new FirstOutput();
  words.add(utf8('Welcome'), 1000);
  expect(words.refusal(2501)).toBeUndefined();
});
