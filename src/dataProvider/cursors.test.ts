import { expect, test, vi } from 'vitest';
import { Cursors } from './cursors.ts';

/** A list of three pages, which continues after the keys `a` and `b`. */
const three = vi.fn(async (key: string) => ({ at: key, next: { '': 'a', a: 'b', b: '' }[key] ?? '' }));

test('continues after the key of the previous page', async () => {
  const cursors = new Cursors();
  three.mockClear();
  await cursors.page('list', 1, three);
  await cursors.page('list', 2, three);
  await cursors.page('list', 3, three);
  expect(three.mock.calls).toEqual([[''], ['a'], ['b']]);
});

test('reads the pages before an unknown page and remembers their keys', async () => {
  const cursors = new Cursors();
  three.mockClear();
  expect(await cursors.page('list', 3, three)).toEqual({ at: 'b', next: '' });
  expect(await cursors.page('list', 3, three)).toEqual({ at: 'b', next: '' });
  expect(three).toHaveBeenCalledTimes(4);
});

test('has no page after the last one', async () => {
  expect(await new Cursors().page('list', 4, three)).toBeUndefined();
});

test('drops the keys after a page that is read again', async () => {
  const cursors = new Cursors();
  await cursors.page('list', 3, three);
  const shorter = vi.fn(async (key: string) => ({ at: key, next: '' }));
  await cursors.page('list', 1, shorter);
  expect(await cursors.page('list', 2, shorter)).toBeUndefined();
  expect(shorter.mock.calls).toEqual([[''], ['']]);
});

test('separates the keys of different lists', async () => {
  const cursors = new Cursors();
  await cursors.page('one', 2, three);
  three.mockClear();
  await cursors.page('other', 1, three);
  await cursors.page('one', 2, three);
  expect(three.mock.calls).toEqual([[''], ['a']]);
});

test('a failed request keeps the keys', async () => {
  const cursors = new Cursors();
  await cursors.page('list', 2, three);
  await expect(cursors.page('list', 2, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  three.mockClear();
  await cursors.page('list', 3, three);
  expect(three.mock.calls).toEqual([['b']]);
});

test('remembers a limited number of lists', async () => {
  const cursors = new Cursors();
  await cursors.page('first', 2, three);
  for (let i = 0; i < 40; i++) await cursors.page(`list ${i}`, 1, three);
  three.mockClear();
  await cursors.page('first', 2, three);
  expect(three.mock.calls).toEqual([[''], ['a']]);
});

test('a list may restart once, and a list whose keys form a cycle fails', async () => {
  const anew = vi.fn(async (key: string) => ({ at: key, next: { '': 'a', a: 'b', b: 'a' }[key] ?? '' }));
  const cursors = new Cursors();
  expect(await cursors.page('list', 4, anew)).toEqual({ at: 'a', next: 'b' });
  await expect(cursors.page('list', 9, anew)).rejects.toThrow('repeats');
  expect(anew.mock.calls.length).toBeLessThan(10);
});
