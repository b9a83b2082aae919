import { expect, test } from 'vitest';
import { coverage, extend, nothingSelected, selectAll, toggle } from './useSelection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }): string => [...ids].sort().join('');

test('toggles one row', () => {
  const one = toggle(nothingSelected, 'b');
  expect(chosen(one)).toBe('b');
  expect(chosen(toggle(one, 'b'))).toBe('');
});

test('extends a range from the last selected row in both directions and keeps other rows', () => {
  const start = toggle(toggle(nothingSelected, 'a'), 'c');
  expect(chosen(extend(start, order, 'e'))).toBe('acde');
  expect(chosen(extend(start, order, 'b'))).toBe('abc');
});

test('extending from a deselected row deselects the range', () => {
  const start = toggle(selectAll(order), 'b');
  expect(chosen(extend(start, order, 'd'))).toBe('ae');
});

test('without an anchor in the list it selects only the row', () => {
  expect(chosen(extend(nothingSelected, order, 'd'))).toBe('d');
  expect(chosen(extend(toggle(nothingSelected, 'gone'), order, 'd'))).toBe('dgone');
});

test('reports how much of the list is selected', () => {
  expect(coverage(nothingSelected, order)).toBe('off');
  expect(coverage(toggle(nothingSelected, 'gone'), order)).toBe('off');
  expect(coverage(toggle(nothingSelected, 'a'), order)).toBe('some');
  expect(coverage(selectAll(order), order)).toBe('on');
});
