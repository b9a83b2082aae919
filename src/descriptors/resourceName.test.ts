import { expect, test } from 'vitest';
import { NEW_ROW, rowOfSegment, rowSegment } from './resourceName.ts';

test.each(['new', '~new', '~~new', 'news', '~', 'a/b', 'New'])('a row called %s has an address of its own', (id) => {
  const segment = rowSegment(id);
  expect(segment).not.toBe(NEW_ROW);
  expect(rowOfSegment(decodeURIComponent(segment))).toBe(id);
});

test('other names are in addresses as they are', () => {
  expect(rowSegment('access')).toBe('access');
});
