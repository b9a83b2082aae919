import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { charWidth, charWidths } from './charWidths.ts';

const widthsOf = (text: string) => Array.from(text, (character) => charWidth(character.codePointAt(0) ?? 0));

test('letters, lines, blocks and private characters have one cell', () => {
  expect(widthsOf('aé\u00adЖש│█⠿⚠❤\ue0b0\u{1f1e6}')).toEqual(Array(12).fill(1));
});

test('Chinese, Korean, full-width letters and emoji have two cells', () => {
  expect(widthsOf('漢か한ａ￥😀✅🦀🏽𠀀')).toEqual(Array(10).fill(2));
});

test('combining marks, joiners and controls have no cell', () => {
  expect(widthsOf('\u0301\u200d\ufe0f\u200b\u1161\0\x1b\x85\u{e0100}')).toEqual(Array(9).fill(0));
});

test('returns the same width on a second call', () => {
  const first = widthsOf('b字\u0302😁');
  expect(first).toEqual([1, 2, 0, 2]);
  expect(widthsOf('b字\u0302😁')).toEqual(first);
});

test('an emulator advances the cursor by the width, and keeps combining marks with their letter', async () => {
  const terminal = new Terminal({ cols: 20, rows: 2, allowProposedApi: true });
  terminal.unicode.register(charWidths);
  terminal.unicode.activeVersion = charWidths.version;
  const cursorAfter = async (text: string) => {
    await new Promise<void>((resolve) => terminal.write(`\r\x1b[K${text}`, resolve));
    return terminal.buffer.active.cursorX;
  };
  expect(await cursorAfter('😀|')).toBe(3);
  expect(await cursorAfter('e\u0301|')).toBe(2);
  expect(terminal.buffer.active.getLine(0)?.getCell(0)?.getChars()).toBe('e\u0301');
  expect(await cursorAfter('漢\u0301|')).toBe(3);
  terminal.dispose();
});
