import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toActiveSession, type ActiveSession } from '../../../api/activeSessions.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Participants } from './Participants.ts';

const session = (id: string, ...users: string[]): ActiveSession =>
  toActiveSession({ id, kind: 'ssh', parties: users.map((user) => ({ id: user, user })) });
const fetch = vi.fn<(clusterId: string) => Promise<ActiveSession[]>>();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const create = () => new Participants({ fetch, clock: systemClock });
const users = (participants: Participants, sid: string) =>
  participants.bySession
    .get()
    .get(sid)
    ?.parties.map(({ user }) => user);

beforeEach(() => {
  vi.useFakeTimers();
  fetch.mockReset();
});
afterEach(() => vi.useRealTimers());

test('fetches immediately and then every five seconds, once per cluster', async () => {
  fetch.mockResolvedValue([]);
  const participants = create();
  participants.watch(['east', 'west']);
  await pass(0);
  participants.watch(['east', 'west']);
  await pass(10_000);
  expect(fetch.mock.calls.flat()).toEqual(['east', 'west', 'east', 'west', 'east', 'west']);
});

test('keeps the sessions of all clusters', async () => {
  fetch.mockImplementation(async (id) => (id === 'east' ? [session('1', 'mara', 'ana')] : [session('2', 'joe')]));
  const participants = create();
  participants.watch(['east', 'west']);
  await pass(0);
  expect([users(participants, '1'), users(participants, '2')]).toEqual([['mara', 'ana'], ['joe']]);
});

test('does not fetch again while a request is pending', async () => {
  fetch.mockReturnValue(new Promise(() => undefined));
  create().watch(['east']);
  await pass(30_000);
  expect(fetch).toHaveBeenCalledOnce();
});

test('drops the participants of a cluster after a failure, and fetches again', async () => {
  fetch.mockResolvedValueOnce([session('1', 'mara')]).mockRejectedValueOnce(new Error('down'));
  const participants = create();
  participants.watch(['east']);
  await pass(5000);
  expect(users(participants, '1')).toBeUndefined();
  fetch.mockResolvedValue([session('1', 'mara')]);
  await pass(5000);
  expect(users(participants, '1')).toEqual(['mara']);
});

test('stops when no session is connected, and ignores late answers', async () => {
  let answer: (sessions: ActiveSession[]) => void = () => undefined;
  fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const participants = create();
  participants.watch(['east']);
  participants.watch([]);
  answer([session('1', 'mara')]);
  await pass(30_000);
  expect(fetch).toHaveBeenCalledOnce();
  expect(users(participants, '1')).toBeUndefined();
});

test('records the join time only of participants who joined during the watch', async () => {
  vi.setSystemTime(1000);
  fetch.mockResolvedValueOnce([session('1', 'mara')]).mockResolvedValue([session('1', 'mara', 'joe')]);
  const participants = create();
  participants.watch(['east']);
  await pass(5000);
  const since = () =>
    participants.bySession
      .get()
      .get('1')
      ?.parties.map(({ user, sinceMs }) => [user, sinceMs]);
  expect(since()).toEqual([
    ['mara', undefined],
    ['joe', 6000],
  ]);
  await pass(5000);
  expect(since()).toEqual([
    ['mara', undefined],
    ['joe', 6000],
  ]);
});

test('lists a user once if the server also lists former participants', async () => {
  const parties = ['admin', 'joe', 'admin'].map((user, i) => ({ id: String(i), user }));
  fetch.mockResolvedValue([toActiveSession({ id: '1', kind: 'ssh', parties })]);
  const participants = new Participants({ fetch, clock: systemClock, listsGone: true });
  participants.watch(['east']);
  await pass(0);
  expect(users(participants, '1')).toEqual(['admin', 'joe']);
});
