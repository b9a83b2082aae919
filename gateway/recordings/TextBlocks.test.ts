import { expect, test } from 'vitest';
import type { TextBlock } from '../store/recordingTexts.ts';
import { TextBlocks } from './TextBlocks.ts';

const collect = (limits?: { lineChars: number; commandChars: number }) => {
  const blocks: TextBlock[] = [];
  return { blocks, texts: new TextBlocks((batch) => void blocks.push(...batch), limits) };
};
const chars = (blocks: readonly TextBlock[]) => blocks.flatMap(({ lines }) => lines).join('').length;

test('lines and commands are stored in separate blocks, in order', () => {
  const { blocks, texts } = collect();
  texts.add('line', 1, 'one');
  texts.add('command', 2, 'ls');
  texts.add('line', 3.4, 'two');
  texts.end();
  expect(blocks).toEqual([
    { kind: 'line', lines: ['one', 'two'], times: [1, 3] },
    { kind: 'command', lines: ['ls'], times: [2] },
  ]);
});

test('text that was written early is replaced once more text follows it', () => {
  const blocks: TextBlock[] = [];
  const texts = new TextBlocks((batch, replaced) => void blocks.splice(blocks.length - replaced, replaced, ...batch));
  texts.flush();
  expect(blocks).toEqual([]);
  for (let i = 0; i < 500; i++) {
    texts.add('line', i, `line ${i} ${'x'.repeat(i)}`);
    if (i % 50 === 0) texts.add('command', i, `command ${i}`);
    if (i % 7 === 0) texts.flush();
  }
  texts.end();
  const once = collect();
  for (let i = 0; i < 500; i++) {
    once.texts.add('line', i, `line ${i} ${'x'.repeat(i)}`);
    if (i % 50 === 0) once.texts.add('command', i, `command ${i}`);
  }
  once.texts.end();
  const linesOf = (all: TextBlock[], kind: string) => all.filter((one) => one.kind === kind).map(({ lines }) => lines);
  for (const kind of ['line', 'command']) expect(linesOf(blocks, kind)).toEqual(linesOf(once.blocks, kind));
});

test('removes control characters and empty lines', () => {
  const { blocks, texts } = collect();
  for (const text of ['', '  ', '\0\0', 'a\0b\x1bc\u0085d', 'x\ny']) texts.add('line', 0, text);
  texts.end();
  expect(blocks[0]?.lines).toEqual(['a b c d', 'x y']);
});

test('limits the text of ten million short lines, and stores the commands after it', () => {
  const { blocks, texts } = collect();
  for (let i = 0; i < 10_000_000; i++) texts.add('line', i, 'y');
  texts.add('command', 1, 'rm -rf /');
  texts.end();
  expect(texts.isCut).toBe(true);
  expect(chars(blocks)).toBeLessThan(2_000_000); // the overhead of a line with one character counts too
  expect(blocks.at(-1)).toEqual({ kind: 'command', lines: ['rm -rf /'], times: [1] });
});

test('stores a line that is too long up to the limit, in pieces', () => {
  const { blocks, texts } = collect({ lineChars: 100_000, commandChars: 1000 });
  for (let i = 0; i < 1000; i++) texts.add('line', 0, 'x'.repeat(16_384));
  for (let i = 0; i < 1000; i++) texts.add('command', 0, 'x'.repeat(4096));
  texts.end();
  expect(texts.isCut).toBe(true);
  expect(chars(blocks)).toBeLessThan(110_000);
  expect(Math.max(...blocks.flatMap(({ lines }) => lines.map((line) => line.length)))).toBe(4096);
});

test('a recording within the limits is not cut', () => {
  const { texts } = collect();
  texts.add('line', 0, 'x');
  texts.end();
  expect(texts.isCut).toBe(false);
});
