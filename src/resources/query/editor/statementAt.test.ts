import { expect, test } from 'vitest';
import { statementAt, textToRun } from './statementAt.ts';

/** `|` is the cursor. */
const at = (text: string) => statementAt(text.replace('|', ''), text.indexOf('|'), 'postgres')?.text;

test.each([
  ['select| 1; select 2', 'select 1'],
  ['select 1|; select 2', 'select 1'],
  ['select 1;| select 2', 'select 1'],
  ['select 1; |select 2', 'select 2'],
  ['select 1;\n\n|\nselect 2', 'select 1'],
  ['select 1;\n\nselect 2;\n|\nselect 3', 'select 2'],
  ['\n|\nselect 1; select 2', 'select 1'],
  ['select 1; select 2;\n|', 'select 2'],
  ["select ';|'; select 2", "select ';'"],
  [
    'create function f() returns void begin atomic delete from a; delete| from b; end; x',
    'create function f() returns void begin atomic delete from a; delete from b; end',
  ],
  ['|', undefined],
  ['-- only a comment|', undefined],
])('%s', (text, expected) => expect(at(text)).toBe(expected));

test('runs the selected text without surrounding spaces and semicolons', () => {
  const sql = 'select 1; select 2; select 3';
  expect(textToRun(sql, { from: 9, to: 20 }, 'postgres')).toEqual({ text: 'select 2', start: 10, end: 18 });
  expect(textToRun(sql, { from: 0, to: 19 }, 'postgres')?.text).toBe('select 1; select 2');
  expect(textToRun(sql, { from: 8, to: 10 }, 'postgres')).toBeUndefined();
});
