import { expect, test } from 'vitest';
import { DAY_PX, rowOffsets } from './rowOffsets.ts';

const ROW_PX = 34;

test('without day headings a row begins after all previous rows', () => {
  const { size, start, at } = rowOffsets(ROW_PX, []);
  expect([size(0), start(10), at(0), at(339), at(340)]).toEqual([34, 340, 0, 9, 10]);
});

test('a day heading moves its row and all later rows down', () => {
  const { size, start } = rowOffsets(ROW_PX, [0, 3]);
  expect([0, 1, 3, 4].map(size)).toEqual([62, 34, 62, 34]);
  expect([0, 1, 3, 4].map(start)).toEqual([0, 62, 130, 192]);
});

test('finds the row at an offset with any day headings', () => {
  for (const days of [[], [0], [0, 1, 2, 3, 4, 5], [0, 7, 8, 40], [0, 99]]) {
    const { size, start, at } = rowOffsets(ROW_PX, days);
    for (let index = 0; index < 120; index++) {
      expect(at(start(index))).toBe(index);
      expect(at(start(index) + size(index) - 1)).toBe(index);
    }
    expect(start(120)).toBe(120 * ROW_PX + days.length * DAY_PX);
  }
});
