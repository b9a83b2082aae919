// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { bufferText } from './bufferText.ts';

const written = async (text: string): Promise<string> => {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 100 });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  return bufferText(terminal.buffer.normal);
};

test('wrapped lines are one line, and blanks at a wrap stay', async () => {
  expect(await written('one\r\n0123456789abc\r\n123456789 x\r\n')).toBe('one\n0123456789abc\n123456789 x\n');
});

test('what has scrolled away is there, empty rows below are not', async () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  expect(await written(lines.join('\r\n'))).toBe(`${lines.join('\n')}\n`);
  expect(await written('')).toBe('\n');
});

test('colours do not show, characters of two cells are one', async () => {
  expect(await written('\x1b[31mrot\x1b[m 漢字')).toBe('rot 漢字\n');
});
