import { expect, test } from 'vitest';
import { NEW_ROW, rowOfSegment, rowSegment } from './resourceName.ts';

test.each(['new', '~new', '~~new', 'news', '~', 'a/b', 'New'])('a row named %s has its own address', (id) => {
  const segment = rowSegment(id);
  expect(segment).not.toBe(NEW_ROW);
  expect(rowOfSegment(decodeURIComponent(segment))).toBe(id);
});

test('other names are unchanged in addresses', () => {
  expect(rowSegment('access')).toBe('access');
});
