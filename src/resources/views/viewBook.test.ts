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

test('a name is one line, is needed, has its limit and is taken once', () => {
  expect(tidyName('  a\n\tb\u202e c\u0000 ')).toBe('a b c');
  expect(nameFault(noViews, ' \u200b ')).toBe('A view needs a name');
  expect(nameFault(noViews, 'x'.repeat(61))).toBe('At most 60 characters. This name has 61');
  expect(nameFault(book, 'PRODUCTION')).toBe('Another view already has this name');
  expect(nameFault(book, 'PRODUCTION', 'Production')).toBeUndefined();
});

test('views are added at the end, saved in place and taken away; a list no longer starts with one that is gone', () => {
  expect(book.start).toBe('Mine');
  expect(saveView(book, { name: 'Production', address: '?query=b' }).views[0]).toEqual({
    name: 'Production',
    address: '?query=b',
  });
  expect(removeView(book, 'Mine')).toEqual({ views: [{ name: 'Production', address: '?query=a' }], start: undefined });
  expect(startWith(book, 'Production').start).toBe('Production');
});

test('a view that was removed comes back to its place, beside what was saved since', () => {
  const [production, mine] = book.views;
  if (!production || !mine) throw new Error('two views were added');
  const third = { name: 'Third', address: '?query=c' };
  const later = addView(removeView(book, 'Production'), third);
  expect(restoreView(later, production, book)).toEqual({ views: [production, mine, third], start: 'Mine' });
  expect(restoreView(removeView(book, 'Mine'), mine, book)).toEqual(book);
  const renewed = addView(removeView(book, 'Mine'), { name: 'mine', address: '?new' });
  expect(restoreView(renewed, mine, book).views).toEqual(renewed.views);
});

test('there are not endlessly many, nor endlessly long ones', () => {
  let full = noViews;
  for (let i = 0; i < VIEWS_MAX; i++) full = addView(full, { name: `v${i}`, address: '' });
  expect(addFault(full, '')).toMatch(/at most 50/);
  expect(addFault(noViews, 'x'.repeat(8001))).toMatch(/too long/);
});

test.each([
  ['nothing', undefined],
  ['a word', 'views'],
  ['broken views', { views: 7, start: 'x' }],
  [
    'strange items',
    { views: [null, 3, { name: 1, address: '' }, { name: '', address: '' }, { name: 'a' }], start: 'a' },
  ],
])('%s in the storage is no view', (_, json) => expect(readBook(json)).toEqual(noViews));

test('what was kept is read again, a name that stands twice once', () => {
  const json: unknown = JSON.parse(
    JSON.stringify({ ...book, views: [...book.views, { name: 'mine', address: '?x' }] }),
  );
  expect(readBook(json)).toEqual(book);
});
