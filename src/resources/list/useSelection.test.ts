import { expect, test } from 'vitest';
import { coverage, extend, nothingSelected, selectAll, toggle } from './useSelection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }): string => [...ids].sort().join('');

test('one row at a time', () => {
  const one = toggle(nothingSelected, 'b');
  expect(chosen(one)).toBe('b');
  expect(chosen(toggle(one, 'b'))).toBe('');
});

test('a span from the row chosen last, either way, without losing others', () => {
  const start = toggle(toggle(nothingSelected, 'a'), 'c');
  expect(chosen(extend(start, order, 'e'))).toBe('acde');
  expect(chosen(extend(start, order, 'b'))).toBe('abc');
});

test('a span from a row that was just taken out takes the span out', () => {
  const start = toggle(selectAll(order), 'b');
  expect(chosen(extend(start, order, 'd'))).toBe('ae');
});

test('without a start, or when it left the list, the row itself', () => {
  expect(chosen(extend(nothingSelected, order, 'd'))).toBe('d');
  expect(chosen(extend(toggle(nothingSelected, 'gone'), order, 'd'))).toBe('dgone');
});

test('says how much of the list is chosen', () => {
  expect(coverage(nothingSelected, order)).toBe('off');
  expect(coverage(toggle(nothingSelected, 'gone'), order)).toBe('off');
  expect(coverage(toggle(nothingSelected, 'a'), order)).toBe('some');
  expect(coverage(selectAll(order), order)).toBe('on');
});
