import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { columnChoices, moveColumn, toggleColumn } from './columnChoices.ts';

const nodes = resourceNamed('nodes');
const facets = [
  { name: 'env', count: 3, values: [{ value: 'a', count: 3 }] },
  {
    name: 'team',
    count: 2,
    values: [
      { value: 'x', count: 1 },
      { value: 'y', count: 1 },
    ],
  },
];
const shown = ['hostname', 'addr', 'label:team', 'label:gone', 'labels'];

test('lists fields and labels, the displayed ones first in their order', () => {
  const choices = columnChoices(nodes, shown, facets, '');
  expect(choices.map(({ label, isShown: shown, hint }) => [label, shown, hint])).toEqual([
    ['Hostname', true, undefined],
    ['Address', true, undefined],
    ['Labels', true, undefined],
    ['Node ID', false, undefined],
    ['Allowed logins', false, undefined],
    ['team', true, '2 values'],
    ['gone', true, '0 values'],
    ['env', false, '1 value'],
  ]);
  expect(choices.filter((choice) => choice.fixed).map((choice) => choice.id)).toEqual(['hostname']);
});

test('finds columns by name', () => {
  expect(columnChoices(nodes, shown, facets, ' EN').map((choice) => choice.label)).toEqual(['env']);
});

test('inserts a new label before the column of all labels', () => {
  expect(toggleColumn(['hostname', 'labels'], 'label:env')).toEqual(['hostname', 'label:env', 'labels']);
  expect(toggleColumn(['hostname', 'addr'], 'labels')).toEqual(['hostname', 'addr', 'labels']);
  expect(toggleColumn(shown, 'addr')).toEqual(['hostname', 'label:team', 'label:gone', 'labels']);
});

test('moves columns after the first one', () => {
  expect(moveColumn(shown, 'labels', 1)).toEqual(['hostname', 'labels', 'addr', 'label:team', 'label:gone']);
  expect(moveColumn(shown, 'addr', 99)).toEqual(['hostname', 'label:team', 'label:gone', 'labels', 'addr']);
  expect(moveColumn(shown, 'addr', 0)).toBe(shown);
  expect(moveColumn(shown, 'hostname', 2)).toBe(shown);
});
