import { expect, test } from 'vitest';
import type { TranscriptPartJson } from '../recordings.ts';
import { TranscriptSplitter } from './TranscriptSplitter.ts';

const PARTS: TranscriptPartJson[] = [
  { lines: ['grün', '日本 🙂'], ms: [0, 12], commands: [] },
  { lines: [], ms: [], commands: [], omitted: 7 },
];
const STORED = new TextEncoder().encode(PARTS.map((part) => `${JSON.stringify(part)}\n`).join(''));

test.each([1, 2, 3, 7, 64, 1000])('splits chunks of %i bytes into complete parts', (size) => {
  const splitter = new TranscriptSplitter();
  const parts: TranscriptPartJson[] = [];
  for (let at = 0; at < STORED.length; at += size) parts.push(...splitter.push(STORED.subarray(at, at + size)));
  expect(parts).toEqual(PARTS);
});

test('does not return an incomplete part', () => {
  const splitter = new TranscriptSplitter();
  expect(splitter.push(STORED.subarray(0, STORED.length - 1))).toEqual([PARTS[0]]);
});

test('throws on invalid JSON', () => {
  expect(() => new TranscriptSplitter().push(new TextEncoder().encode('{"lines":\n'))).toThrow(SyntaxError);
});
