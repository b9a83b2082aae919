// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { bufferText, wordAt } from './bufferText.ts';

const written = async (text: string): Promise<string> => {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 100 });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  return bufferText(terminal.buffer.normal);
};

test('joins wrapped lines and keeps spaces at the wrap', async () => {
  expect(await written('one\r\n0123456789abc\r\n123456789 x\r\n')).toBe('one\n0123456789abc\n123456789 x\n');
});

test('includes the scrollback, and drops empty rows at the end', async () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  expect(await written(lines.join('\r\n'))).toBe(`${lines.join('\n')}\n`);
  expect(await written('')).toBe('\n');
});

test('removes colours, and reads a wide character once', async () => {
  expect(await written('\x1b[31mrot\x1b[m 漢字')).toBe('rot 漢字\n');
});

test('skips the empty cell before a wrapped wide character, and keeps a printed space', async () => {
  expect(await written('012345678日本END')).toBe('012345678日本END\n');
  expect(await written('012345678 本')).toBe('012345678 本\n');
});

test.each([
  ['one two', 5, { col: 4, row: 0, length: 3 }],
  ['one two', 3, undefined],
  ['one', 8, undefined],
  ['(a/b-c)', 2, { col: 1, row: 0, length: 5 }],
  ['x /path/over/rows y', 12, { col: 2, row: 0, length: 15 }],
  ['012345678日本 x', 12, { col: 0, row: 0, length: 14 }],
  ['日本 x', 3, { col: 0, row: 0, length: 4 }],
])('finds the word in %j at %i', async (text, at, word) => {
  const terminal = new Terminal({ cols: 10, rows: 4, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  expect(wordAt(terminal.buffer.active, 10, { col: at % 10, row: Math.floor(at / 10) })).toEqual(word);
});
