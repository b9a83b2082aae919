import { expect, test } from 'vitest';
import { addView } from './dialogChanges.ts';
import {
  addFault,
  nameFault,
  noViews,
  readBook,
  removeView,
  restoreView,
  saveView,
  startWith,
  tidyName,
  VIEWS_MAX,
} from './viewBook.ts';

const book = addView(
  addView(noViews, { name: 'Production', address: '?query=a' }),
  { name: 'Mine', address: '' },
  true,
);

test('a name is a single line, required, limited and unique', () => {
  expect(tidyName('  a\n\tb\u202e c\u0000 ')).toBe('a b c');
  expect(nameFault(noViews, ' \u200b ')).toBe('A view needs a name');
  expect(nameFault(noViews, 'x'.repeat(61))).toBe('At most 60 characters. This name has 61');
  expect(nameFault(book, 'PRODUCTION')).toBe('Another view already has this name');
  expect(nameFault(book, 'PRODUCTION', 'Production')).toBeUndefined();
});

test('adds views at the end, saves them in place, and clears the default when it is removed', () => {
  expect(book.start).toBe('Mine');
  expect(saveView(book, { name: 'Production', address: '?query=b' }).views[0]).toEqual({
    name: 'Production',
    address: '?query=b',
  });
  expect(removeView(book, 'Mine')).toEqual({ views: [{ name: 'Production', address: '?query=a' }], start: undefined });
  expect(startWith(book, 'Production').start).toBe('Production');
});

test('restores a removed view at its position and keeps views saved since', () => {
  const [production, mine] = book.views;
  if (!production || !mine) throw new Error('two views were added');
  const third = { name: 'Third', address: '?query=c' };
  const later = addView(removeView(book, 'Production'), third);
  expect(restoreView(later, production, book)).toEqual({ views: [production, mine, third], start: 'Mine' });
  expect(restoreView(removeView(book, 'Mine'), mine, book)).toEqual(book);
  const renewed = addView(removeView(book, 'Mine'), { name: 'mine', address: '?new' });
  expect(restoreView(renewed, mine, book).views).toEqual(renewed.views);
});

test('limits the number and the length of views', () => {
  let full = noViews;
  for (let i = 0; i < VIEWS_MAX; i++) full = addView(full, { name: `v${i}`, address: '' });
  expect(addFault(full, '')).toMatch(/at most 50/);
  expect(addFault(noViews, 'x'.repeat(8001))).toMatch(/too long/);
});

test.each([
  ['an absent value', undefined],
  ['a string', 'views'],
  ['a number as views', { views: 7, start: 'x' }],
  [
    'a list of invalid views',
    { views: [null, 3, { name: 1, address: '' }, { name: '', address: '' }, { name: 'a' }], start: 'a' },
  ],
])('ignores %s in the storage', (_, json) => expect(readBook(json)).toEqual(noViews));

test('reads stored views and drops a duplicate name', () => {
  const json: unknown = JSON.parse(
    JSON.stringify({ ...book, views: [...book.views, { name: 'mine', address: '?x' }] }),
  );
  expect(readBook(json)).toEqual(book);
});
