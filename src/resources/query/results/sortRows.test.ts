import { expect, test } from 'vitest';
import type { ColumnKind } from '../../../wire/query/messages.ts';
import { sortedIndices } from './sortRows.ts';

const sorted = (values: (string | null)[], kind: ColumnKind, order: 'ASC' | 'DESC' = 'ASC') =>
  [
    ...sortedIndices(
      values.map((value) => [value]),
      values.length,
      kind,
      { column: 0, order },
    ),
  ].map((i) => values[i]);

test('sorts numbers of any length', () => {
  expect(sorted(['10', '9', '-2', '1.5'], 'number')).toEqual(['-2', '1.5', '9', '10']);
  expect(sorted(['9007199254740993', '9007199254740992'], 'number')).toEqual(['9007199254740992', '9007199254740993']);
  expect(sorted(['NaN', '1'], 'number')).toHaveLength(2);
});

test('sorts NULL last in both directions and keeps the order of equal rows', () => {
  expect(sorted(['b', null, 'a'], 'text')).toEqual(['a', 'b', null]);
  expect(sorted(['b', null, 'a'], 'text', 'DESC')).toEqual(['b', 'a', null]);
  expect([
    ...sortedIndices(
      [
        ['x', '1'],
        ['x', '2'],
      ],
      2,
      'text',
      { column: 0, order: 'DESC' },
    ),
  ]).toEqual([0, 1]);
});

test.each<[ColumnKind, string[]]>([
  [
    'number',
    ['-12345678901234567890.5', '-12345678901234567890.25', '0.10000000000000000000009', '0.1000000000000000000001'],
  ],
  ['number', ['-$5.00', '$20.00', '$999.00', '$1,000.00']],
  ['number', ['20,00 €', '1.000,00 €']],
  ['time', ['2024-01-01 12:00:00', '2024-01-01 12:00:00.123456', '2024-01-01 12:00:00.25', '2024-01-01 12:00:00.5']],
  [
    'time',
    ['2024-10-27 02:30:00+02', '2024-10-27 02:10:00+01', '2024-10-27 05:40:00.1+04:30', '2024-10-27 00:30:00-01'],
  ],
  ['time', ['-infinity', '0100-01-01 BC', '0044-03-15 BC', '0001-01-01', '2020-02-29', '12020-01-01', 'infinity']],
  ['time', ['2024-02-29 23:10:00-01', '2024-03-01 00:15:00+00', '2024-02-29 23:30:00-01']],
  ['time', ['-02:00:00.5', '-02:00:00', '-01:00:00', '08:00:00', '100:00:00']],
  ['time', ['0000-00-00 00:00:00', '1999-12-31 23:59:59']],
  ['time', ['Mon 1', 'Mon 2', 'Mon 10']],
])('%s: sorts %j', (kind, values) => expect(sorted(values.toReversed(), kind)).toEqual(values));
