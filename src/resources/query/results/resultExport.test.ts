import { expect, test } from 'vitest';
import type { Column } from '../../../wire/query/messages.ts';
import type { ResultRow } from '../session/queryState.ts';
import { cutCount, resultCsv, resultJson } from './resultExport.ts';

const columns = (...names: string[]): Column[] => names.map((name) => ({ name, type: 'text', kind: 'text' }));
const of = (names: string[], ...rows: ResultRow[]) => ({ columns: columns(...names), rows, rowCount: rows.length });

test('the CSV quotes values and escapes formulas', () => {
  expect(resultCsv(of(['a', 'b"c'], ['=1+1', null], ['x,y', 'line\nbreak'], ['', { binary: 'AQI=', bytes: 2 }]))).toBe(
    'a,"b""c"\r\n\'=1+1,\r\n"x,y","line\nbreak"\r\n,0102\r\n',
  );
});

test('the JSON has an object per row with every column and all digits', () => {
  const text = resultJson(of(['id', 'id', '2', '__proto__'], ['9007199254740993', null, 'x', { cut: 'ab', chars: 9 }]));
  expect(text).toContain('{"id": "9007199254740993", "id (2)": null, "2": "x", "__proto__": {"cut":"ab","chars":9}}');
  expect(() => void JSON.parse(text)).not.toThrow();
  expect(resultJson(of(['a']))).toBe('[]\n');
});

test('exports only the loaded rows', () => {
  expect(resultCsv({ ...of(['a'], ['1'], ['2']), rowCount: 1 })).toBe('a\r\n1\r\n');
});

test('exports numbers unquoted and escapes texts that look like formulas', () => {
  const numbers = ['-5', '-0.25', '+1', '-1.5e-7', '-9007199254740993'];
  expect(resultCsv(of(['n'], ...numbers.map((number) => [number])))).toBe(`n\r\n${numbers.join('\r\n')}\r\n`);
  expect(resultCsv(of(['n'], ['-1+1'], ['-Infinity'], ['-5 ']))).toBe("n\r\n'-1+1\r\n'-Infinity\r\n'-5 \r\n");
});

test('marks truncated values in the CSV and counts them', () => {
  const result = of(
    ['a', 'b'],
    [
      { cut: 'abc', chars: 90_000 },
      { binary: 'AQI=', bytes: 2048 },
    ],
    ['abc', { binary: 'AQI=', bytes: 2 }],
  );
  expect(resultCsv(result)).toBe('a,b\r\nabc… (cut from 90000 characters),0102… (cut from 2048 bytes)\r\nabc,0102\r\n');
  expect(cutCount(result)).toBe(2);
  expect(cutCount({ ...result, rowCount: 0 })).toBe(0);
});

test('exports rows in the given order', () => {
  const result = of(['a'], ['2'], ['1'], ['3']);
  const order = Uint32Array.of(1, 0, 2);
  expect(resultCsv(result, order)).toBe('a\r\n1\r\n2\r\n3\r\n');
  expect(JSON.parse(resultJson(result, order))).toEqual([{ a: '1' }, { a: '2' }, { a: '3' }]);
});
