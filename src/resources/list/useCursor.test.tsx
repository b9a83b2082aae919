import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Row } from '../../descriptors/row.ts';
import { useCursor } from './useCursor.ts';

const rowsOf = (ids: string): readonly Row[] => Array.from(ids, (id) => ({ id }));

const start = (ids: string, { count = ids.length, at }: { count?: number; at?: { index: number; id: string } } = {}) =>
  renderHook(({ rows, total, question }) => useCursor(rows, total, question, at), {
    initialProps: { rows: rowsOf(ids), total: count, question: 'q' },
  });

test('stays on the first row until the user moves it, also when the first row changes', () => {
  const { result, rerender } = start('abc');
  expect(result.current.index).toBe(0);
  rerender({ rows: rowsOf('xabc'), total: 4, question: 'q' });
  expect(result.current.index).toBe(0);
});

test('follows its row when rows are inserted, and keeps its index when the row is gone', () => {
  const { result, rerender } = start('abc');
  act(() => result.current.move(1));
  rerender({ rows: rowsOf('xyabc'), total: 5, question: 'q' });
  expect(result.current.index).toBe(3);
  rerender({ rows: rowsOf('xyac'), total: 4, question: 'q' });
  expect(result.current.index).toBe(3);
  rerender({ rows: rowsOf('x'), total: 1, question: 'q' });
  expect(result.current.index).toBe(0);
});

test('moves within the list, also onto rows that are not loaded', () => {
  const { result, rerender } = start('ab', { count: 5 });
  act(() => result.current.move(9));
  expect(result.current.index).toBe(4);
  act(() => result.current.move(-1));
  expect(result.current.index).toBe(0);
  act(() => result.current.move(3));
  rerender({ rows: rowsOf('abcde'), total: 5, question: 'q' });
  expect(result.current.index).toBe(3);
});

test('restores a stored position, and returns to the top for another request', () => {
  const { result, rerender } = start('abc', { at: { index: 0, id: 'c' } });
  expect(result.current.index).toBe(2);
  rerender({ rows: rowsOf('cab'), total: 3, question: 'other' });
  expect(result.current.index).toBe(0);
});

test('keeps its index until the row is loaded, and then follows the row', () => {
  const { result, rerender } = start('ab', { count: 6, at: { index: 4, id: 'e' } });
  expect(result.current.index).toBe(4);
  rerender({ rows: rowsOf('abxcde'), total: 6, question: 'q' });
  expect(result.current.index).toBe(5);
});
