import { expect, test } from 'vitest';
import type { Column } from '../../src/wire/query/messages.ts';
import { statementText, tableText, toLines } from './transcript.ts';

const column = (name: string, kind: Column['kind'] = 'text'): Column => ({ name, type: kind, kind });

test('aligns a table by the width of characters in a terminal', () => {
  const rows = [
    ['1', 'ann'],
    ['10', '日本'],
    [null, { binary: 'AA==', bytes: 7 }],
  ];
  expect(tableText([column('id', 'number'), column('name')], rows, 5)).toBe(
    ['  id | name', '-----+----------', '   1 | ann', '  10 | 日本', 'NULL | (7 bytes)', '… 2 more rows', ''].join(
      '\r\n',
    ),
  );
});

test('replaces control characters in values', () => {
  const hostile = ['\u001b]0;title\u0007', '\u009b2J', 'a\r\nb\tc', '\u202eright', '\u0000', '\u007f'];
  const text =
    tableText(
      [column('\u001b[2J')],
      hostile.map((value) => [value]),
      1,
    ) +
    toLines(hostile.join('')) +
    statementText('\u001b[2J', hostile.join('')).replace(/\u001b]133;[ABC]\u0007/g, ''); // oxlint-disable-line no-control-regex
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/); // oxlint-disable-line no-control-regex
});

test('cuts long values and wide tables', () => {
  const text = tableText([column('x'.repeat(500))], [['y'.repeat(10_000)], [{ cut: '日'.repeat(500), chars: 1e6 }]], 2);
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  const wide = Array.from({ length: 1600 }, (_, i) => column(`c${i}`));
  expect(tableText(wide, [wide.map(() => 'v')], 1)).toContain('… 1550 more columns');
  expect(statementText('shop', 'x'.repeat(1_000_000)).length).toBeLessThan(21_000);
});
