import { expect, test, vi } from 'vitest';
import { LAG_MS, WholeLists } from './wholeLists.ts';

const ids = (list: readonly { id: string }[]): string[] => list.map((row) => row.id);
const rows = (...names: string[]) => names.map((id) => ({ id, by: 'server' }));

function setUp(lagMs = LAG_MS) {
  let nowMs = 0;
  const lists = new WholeLists(lagMs, () => nowMs);
  return { lists, wait: (ms: number) => void (nowMs += ms) };
}

test('concurrent and recent readers share one response', async () => {
  const { lists, wait } = setUp();
  const load = vi.fn(async () => rows('a'));
  await Promise.all([lists.get('roles', load), lists.get('roles', load)]);
  wait(9000);
  await lists.get('roles', load);
  expect(load).toHaveBeenCalledTimes(1);
  wait(2000);
  await lists.get('roles', load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('does not cache a failure', async () => {
  const { lists } = setUp();
  await expect(lists.get('roles', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(ids(await lists.get('roles', async () => rows('a')))).toEqual(['a']);
});

test('reads an invalidated list again, also while a request is pending', async () => {
  const { lists } = setUp();
  let answer = (_: { id: string; by: string }[]): void => undefined;
  const slow = lists.get('roles', () => new Promise((resolve) => (answer = resolve)));
  lists.forget('roles');
  const load = vi.fn(async () => rows('new'));
  await lists.get('roles', load);
  answer(rows('old'));
  expect(ids(await slow)).toEqual(['old']);
  expect(ids(await lists.get('roles', load))).toEqual(['new']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('the user’s own writes appear at once in lists that were read before', async () => {
  const { lists } = setUp();
  const load = async () => rows('a', 'b', 'c');
  await lists.get('roles', load);
  lists.wrote('roles', { id: 'b', by: 'me' });
  lists.wrote('roles', { id: 'd', by: 'me' });
  lists.removed('roles', 'a');
  expect(await lists.get('roles', load)).toEqual([
    { id: 'b', by: 'me' },
    { id: 'c', by: 'server' },
    { id: 'd', by: 'me' },
  ]);
});

test('the user’s own writes remain in a response that lags behind them', async () => {
  const { lists, wait } = setUp();
  await lists.get('roles', async () => rows('gone', 'kept'));
  lists.wrote('roles', { id: 'new', by: 'me' });
  lists.wrote('roles', { id: 'kept', by: 'me' });
  lists.wrote('roles', { id: 'kept', by: 'me again' });
  lists.removed('roles', 'gone');
  wait(1000);
  lists.forget('roles');
  expect(await lists.get('roles', async () => rows('gone', 'kept'))).toEqual([
    { id: 'kept', by: 'me again' },
    { id: 'new', by: 'me' },
  ]);
});

test('a later write of another user appears at once, also shortly after a write of the user', async () => {
  const { lists } = setUp();
  await lists.get('roles', async () => rows('changed', 'deleted', 'made'));
  lists.wrote('roles', { id: 'changed', by: 'me' });
  lists.wrote('roles', { id: 'deleted', by: 'me' });
  lists.removed('roles', 'made');
  lists.forget('roles');
  const answer = [
    { id: 'changed', by: 'them' },
    { id: 'made', by: 'them' },
  ];
  expect(await lists.get('roles', async () => answer)).toEqual(answer);
});

test('a response requested long after a write replaces it', async () => {
  const { lists, wait } = setUp();
  lists.wrote('roles', { id: 'new', by: 'me' });
  wait(5000);
  expect(ids(await lists.get('roles', async () => rows('kept')))).toEqual(['kept']);
});

test('writes of one list do not affect another', async () => {
  const { lists } = setUp();
  lists.wrote('roles', { id: 'x', by: 'me' });
  expect(ids(await lists.get('users', async () => rows('u')))).toEqual(['u']);
});

test('without lag a response replaces writes at once', async () => {
  const { lists } = setUp(0);
  lists.wrote('roles', { id: 'gone', by: 'me' });
  expect(ids(await lists.get('roles', async () => rows('kept')))).toEqual(['kept']);
});
