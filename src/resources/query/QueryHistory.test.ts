// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { QueryHistory } from './QueryHistory.ts';

const TARGET = { clusterId: 'east', databaseName: 'orders', user: 'ann', database: 'shop' };
const open = (target = TARGET, user = 'mara') => new QueryHistory(localStorage, user, target);

beforeEach(() => localStorage.clear());

test('lists the newest statement first and each statement once', () => {
  const history = open();
  history.add('select 1', 1);
  history.add('select 2', 2);
  history.add('select 1', 3);
  expect(open().past.get()).toEqual([
    { sql: 'select 1', atMs: 3 },
    { sql: 'select 2', atMs: 2 },
  ]);
});

test('stores at most a hundred statements and no very long one', () => {
  const history = open();
  for (let n = 0; n < 150; n++) history.add(`select ${n}`, n);
  history.add('x'.repeat(10_001), 200);
  expect(open().past.get()).toHaveLength(100);
  expect(open().past.get()[0]?.sql).toBe('select 149');
});

test('each user, cluster and database has a separate history', () => {
  open().add('select 1', 1);
  expect(open({ ...TARGET, database: 'other' }).past.get()).toEqual([]);
  expect(open({ ...TARGET, clusterId: 'west' }).past.get()).toEqual([]);
  expect(open(TARGET, 'jo').past.get()).toEqual([]);
});

test('restoring a cleared history keeps the statements that ran since', () => {
  const history = open();
  history.add('select 1', 1);
  history.add('select 2', 2);
  const undo = history.clear();
  expect(open().past.get()).toEqual([]);
  history.add('select 1', 3);
  undo();
  expect(open().past.get()).toEqual([
    { sql: 'select 1', atMs: 3 },
    { sql: 'select 2', atMs: 2 },
  ]);
});

test('clearing empties the history, and invalid stored data is ignored', () => {
  open().add('select 1', 1);
  open().clear();
  expect(open().past.get()).toEqual([]);
  for (const text of ['', '{', '{"a":1}', '[1,{"sql":2}]']) {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, text);
    expect(open().past.get()).toEqual([]);
  }
});

test('two tabs share one history and update each other', () => {
  const [one, two] = [open(), open()];
  const stop = two.follow();
  one.add('select 1', 1);
  two.add('select 2', 2);
  one.add('select 3', 3);
  expect(
    open()
      .past.get()
      .map(({ sql }) => sql),
  ).toEqual(['select 3', 'select 2', 'select 1']);
  const key = Object.keys(localStorage)[0] ?? null;
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(two.past.get()).toHaveLength(2);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(two.past.get()).toHaveLength(3);
  one.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(two.past.get()).toEqual([]);
  stop();
  one.add('select 4', 4);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(two.past.get()).toEqual([]);
});
