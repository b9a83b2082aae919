// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { wordAt } from './wordAt.ts';

test.each([
  ['one two', 5, { col: 4, row: 0, length: 3 }],
  ['one two', 3, undefined],
  ['one', 8, undefined],
  ['(a/b-c)', 2, { col: 1, row: 0, length: 5 }],
  ['x /path/over/rows y', 12, { col: 2, row: 0, length: 15 }],
  ['日本 x', 3, { col: 0, row: 0, length: 4 }],
])('in %j at %i', async (text, at, word) => {
  const terminal = new Terminal({ cols: 10, rows: 4, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  expect(wordAt(terminal.buffer.active, 10, { col: at % 10, row: Math.floor(at / 10) })).toEqual(word);
});
