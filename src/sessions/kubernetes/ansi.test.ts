import { expect, test } from 'vitest';
import { ansiRuns, withoutAnsi } from './ansi.ts';

test('converts colours and attributes to runs, and ends them at a reset', () => {
  expect(ansiRuns('a\x1b[1;31mred\x1b[0m b \x1b[92mok\x1b[39m.')).toEqual([
    { text: 'a', style: undefined },
    { text: 'red', style: { bold: true, fg: 1 } },
    { text: ' b ', style: undefined },
    { text: 'ok', style: { fg: 10 } },
    { text: '.', style: undefined },
  ]);
  expect(ansiRuns('\x1b[1;2;3;4;7mx\x1b[22;27my\x1b[mz').map(({ style }) => style)).toEqual([
    { bold: true, dim: true, italic: true, underline: true, inverse: true },
    { italic: true, underline: true },
    undefined,
  ]);
});

test('maps 256 colours and true colours to the nearest colour of the palette', () => {
  const style = (codes: string) => ansiRuns(`\x1b[${codes}mx`)[0]?.style;
  expect(style('38;5;9')).toEqual({ fg: 9 });
  expect(style('38;5;196;1')).toEqual({ fg: 1, bold: true });
  expect(style('38;2;250;120;120')).toEqual({ fg: 9 });
  expect(style('38;5;240')).toEqual({ fg: 8 });
  expect(style('48;5;255')).toEqual({ bg: 15 });
  expect(style('38;2;1;128;255;4')).toEqual({ fg: 4, underline: true });
});

test('ignores invalid and oversized codes, keeps HTML as text, and limits the number of runs', () => {
  expect(ansiRuns('\x1b[38;5;999mx\x1b[38;2;1mx').map(({ style }) => style)).toEqual([undefined, undefined]);
  expect(ansiRuns('\x1b[38;2;300;0;0m<b>')).toEqual([{ text: '<b>', style: undefined }]);
  expect(ansiRuns('\x1b[31')).toEqual([{ text: '[31', style: undefined }]);
  const flood = Array.from({ length: 5000 }, (_, n) => `\x1b[3${n % 8}mx`).join('');
  const runs = ansiRuns(flood);
  expect(runs.length).toBeLessThanOrEqual(501);
  expect(runs.map(({ text }) => text).join('')).toBe('x'.repeat(5000));
});

test.each([
  ['\x1b[1;31mred\x1b[0m', 'red'],
  ['a\x1b[2Kb\rc', 'abc'],
  ['\x1b]0;title\x07x\x1b]8;;http://a\x1b\\y', 'xy'],
  ['tab\tstays', 'tab\tstays'],
])('reads %j as the text %j, also in its runs', (line, text) => {
  expect(withoutAnsi(line)).toBe(text);
  expect(
    ansiRuns(line)
      .map((run) => run.text)
      .join(''),
  ).toBe(text);
});
