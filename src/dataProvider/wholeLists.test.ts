import { expect, test, vi } from 'vitest';
import { LAG_MS, WholeLists } from './wholeLists.ts';

const ids = (list: readonly { id: string }[]): string[] => list.map((row) => row.id);
const rows = (...names: string[]) => names.map((id) => ({ id, by: 'server' }));

function setUp(lagMs = LAG_MS) {
  let nowMs = 0;
  const lists = new WholeLists(lagMs, () => nowMs);
  return { lists, wait: (ms: number) => void (nowMs += ms) };
}

test('several readers within a moment share one answer', async () => {
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

test('a failure is not remembered', async () => {
  const { lists } = setUp();
  await expect(lists.get('roles', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(ids(await lists.get('roles', async () => rows('a')))).toEqual(['a']);
});

test('what was forgotten is asked for again, also while an answer is under way', async () => {
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

test('own writes show at once, in lists that were read before them', async () => {
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

test('own writes survive an answer that lags behind them', async () => {
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

test("somebody else's later write is seen at once, however recent one's own is", async () => {
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

test('an answer asked for well after a write has the last word', async () => {
  const { lists, wait } = setUp();
  lists.wrote('roles', { id: 'new', by: 'me' });
  wait(5000);
  expect(ids(await lists.get('roles', async () => rows('kept')))).toEqual(['kept']);
});

test('writes of one list do not touch another', async () => {
  const { lists } = setUp();
  lists.wrote('roles', { id: 'x', by: 'me' });
  expect(ids(await lists.get('users', async () => rows('u')))).toEqual(['u']);
});

test('a server that never lags has the last word at once', async () => {
  const { lists } = setUp(0);
  lists.wrote('roles', { id: 'gone', by: 'me' });
  expect(ids(await lists.get('roles', async () => rows('kept')))).toEqual(['kept']);
});
