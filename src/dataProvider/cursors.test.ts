import { expect, test, vi } from 'vitest';
import { Cursors } from './cursors.ts';

/** A list of three pages, continued after the keys `a` and `b`. */
const three = vi.fn(async (key: string) => ({ at: key, next: { '': 'a', a: 'b', b: '' }[key] ?? '' }));

test('continues after the key of the page before', async () => {
  const cursors = new Cursors();
  three.mockClear();
  await cursors.page('list', 1, three);
  await cursors.page('list', 2, three);
  await cursors.page('list', 3, three);
  expect(three.mock.calls).toEqual([[''], ['a'], ['b']]);
});

test('walks to a page that was never reached, and knows the way afterwards', async () => {
  const cursors = new Cursors();
  three.mockClear();
  expect(await cursors.page('list', 3, three)).toEqual({ at: 'b', next: '' });
  expect(await cursors.page('list', 3, three)).toEqual({ at: 'b', next: '' });
  expect(three).toHaveBeenCalledTimes(4);
});

test('has no page behind the last one', async () => {
  expect(await new Cursors().page('list', 4, three)).toBeUndefined();
});

test('forgets the keys behind a page that is read again', async () => {
  const cursors = new Cursors();
  await cursors.page('list', 3, three);
  const shorter = vi.fn(async (key: string) => ({ at: key, next: '' }));
  await cursors.page('list', 1, shorter);
  expect(await cursors.page('list', 2, shorter)).toBeUndefined();
  expect(shorter.mock.calls).toEqual([[''], ['']]);
});

test('keeps the keys of different lists apart', async () => {
  const cursors = new Cursors();
  await cursors.page('one', 2, three);
  three.mockClear();
  await cursors.page('other', 1, three);
  await cursors.page('one', 2, three);
  expect(three.mock.calls).toEqual([[''], ['a']]);
});

test('a failed request leaves the keys as they were', async () => {
  const cursors = new Cursors();
  await cursors.page('list', 2, three);
  await expect(cursors.page('list', 2, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  three.mockClear();
  await cursors.page('list', 3, three);
  expect(three.mock.calls).toEqual([['b']]);
});

test('remembers a bounded number of lists', async () => {
  const cursors = new Cursors();
  await cursors.page('first', 2, three);
  for (let i = 0; i < 40; i++) await cursors.page(`list ${i}`, 1, three);
  three.mockClear();
  await cursors.page('first', 2, three);
  expect(three.mock.calls).toEqual([[''], ['a']]);
});

test('a list may begin anew once; one whose keys lead round in a circle fails', async () => {
  const anew = vi.fn(async (key: string) => ({ at: key, next: { '': 'a', a: 'b', b: 'a' }[key] ?? '' }));
  const cursors = new Cursors();
  expect(await cursors.page('list', 4, anew)).toEqual({ at: 'a', next: 'b' });
  await expect(cursors.page('list', 9, anew)).rejects.toThrow('repeats');
  expect(anew.mock.calls.length).toBeLessThan(10);
});
