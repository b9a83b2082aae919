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

test('numbers of any length', () => {
  expect(sorted(['10', '9', '-2', '1.5'], 'number')).toEqual(['-2', '1.5', '9', '10']);
  expect(sorted(['9007199254740993', '9007199254740992'], 'number')).toEqual(['9007199254740992', '9007199254740993']);
  expect(sorted(['NaN', '1'], 'number')).toHaveLength(2);
});

test('NULL is last either way, and equal rows keep their order', () => {
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
