import { beforeEach, expect, test } from 'vitest';
import { addView } from './dialogChanges.ts';
import { ViewStore } from './viewStore.ts';

beforeEach(() => localStorage.clear());
const open = (user = 'mara', list = 'cluster/east/nodes') => new ViewStore(localStorage, user, list);
const add = (name: string) => (book: Parameters<typeof addView>[0]) => addView(book, { name, address: `?q=${name}` });

test('each user and list has separate views', () => {
  open().change(add('a'));
  expect(open().book.get().views).toHaveLength(1);
  expect(open('mara', 'cluster/west/nodes').book.get().views).toHaveLength(0);
  expect(open('eve').book.get().views).toHaveLength(0);
});

test('two tabs merge their views and update each other', () => {
  const [one, two] = [open(), open()];
  one.change(add('a'));
  two.change(add('b'));
  expect(two.book.get().views.map(({ name }) => name)).toEqual(['a', 'b']);
  one.onStorage('something else');
  expect(one.book.get().views).toHaveLength(1);
  one.onStorage('postern_views:mara:cluster/east/nodes');
  expect(one.book.get().views).toHaveLength(2);
  localStorage.clear();
  one.onStorage(null);
  expect(one.book.get().views).toHaveLength(0);
});

test('a failed write changes nothing and returns false', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota');
    },
  };
  const store = new ViewStore(full, 'mara', 'users');
  expect(store.change(add('a'))).toBe(false);
  expect(store.book.get().views).toHaveLength(0);
});
