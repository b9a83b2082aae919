import { expect, test } from 'vitest';
import { resources } from '../../descriptors/index.ts';
import { eventsAddress } from './bulkEvents.ts';
import { resultsFile, resultsText } from './bulkResults.ts';
import type { BulkWords } from './bulkMessages.ts';
import { BulkJob } from './BulkJob.ts';
import { readSpan } from '../window/range.ts';

const resource = resources.find(({ name }) => name === 'users')!;
const events = resources.find(({ name }) => name === 'audit')!;
const BEGIN_MS = Date.UTC(2026, 10, 21, 14, 27, 10);

/** `=b` is refused, no answer comes for `c`, and `self` stays. */
function start() {
  let nowMs = BEGIN_MS;
  const work = new BulkJob({
    rows: ['a', '=b', 'c', 'self'].map((id) => ({ id, name: id })),
    skipped: new Map([['self', 'You cannot delete your own account']]),
    act: async (id) => {
      nowMs += 1000;
      if (id === '=b') throw new Error('the user is in use');
      if (id === 'c') throw new Error('The server did not answer');
    },
    check: async () => true,
    explain: (error) => ({ why: String(error).slice('Error: '.length), isAnswered: !String(error).includes('answer') }),
    now: () => nowMs,
  });
  return work;
}

const words: BulkWords = {
  ...{ asking: '', running: '', over: '', act: '', doing: '', again: '', check: '', undo: '', column: '' },
  done: 'deleted',
  skipped: 'kept',
  known: 'deleted',
};
const told = (work: BulkJob) => ({
  resource,
  work,
  words,
  planned: () => ({ icon: 'trash-2' as const, words: '', text: 'will be deleted' }),
});

test('what is left is what is not known to be done; what stays was never to be done', async () => {
  const work = start();
  expect(work.left().map(({ id }) => id)).toEqual(['a', '=b', 'c']);
  await work.go();
  expect(work.left().map(({ id }) => id)).toEqual(['=b', 'c']);
  await work.run.check('c');
  expect(work.left().map(({ id }) => id)).toEqual(['=b']);
});

test('stopped and gone on with, it began once and took the time of both', async () => {
  const work = start();
  const unsubscribe = work.run.states.subscribe(work.run.stop);
  await work.go();
  unsubscribe();
  await work.go();
  expect(work.startedMs).toBe(BEGIN_MS);
  expect(work.tookMs).toBe(3000);
});

test('each of them goes into the file, with its outcome and the reason; no name is a formula', async () => {
  const work = start();
  expect(resultsFile(told(work), 'csv').split('\r\n')[1]).toBe('a,planned,will be deleted,');
  await work.go();
  expect(resultsFile(told(work), 'csv').trimEnd().split('\r\n')).toEqual([
    'name,outcome,reason,time',
    'a,deleted,,2026-11-21T14:27:11.000Z',
    "'=b,failed,the user is in use,2026-11-21T14:27:12.000Z",
    'c,not known,The server did not answer,2026-11-21T14:27:13.000Z',
    'self,kept,You cannot delete your own account,',
  ]);
  expect(JSON.parse(resultsFile(told(work), 'json'))).toHaveLength(4);
  expect(resultsText(told(work)).split('\n')[0]).toBe('a\tdeleted');
});

test('the way to the events names who, what and when, for whom may see them', async () => {
  const work = start();
  const ask = (acl: object, code: string | undefined) =>
    eventsAddress({ events, clusterId: 'east', acl, user: 'mara', code, work });
  const may = { events: { list: true, read: true } };
  expect(ask(may, 'T1004I')).toBeUndefined(); // nothing is done yet
  await work.go();
  const address = new URL(ask(may, 'T1004I') ?? '', 'http://localhost');
  expect(address.pathname).toBe('/cluster/east/audit');
  expect(address.searchParams.get('query')).toBe('labels["user"] == "mara" && labels["code"] == "T1004I"');
  const span = readSpan(address.searchParams.get('span') ?? '');
  expect(span?.fromMs).toBeLessThan(BEGIN_MS);
  expect(span?.toMs).toBeGreaterThan(BEGIN_MS + 1000);
  expect(ask({}, 'T1004I')).toBeUndefined();
  expect(ask(may, undefined)).toBeUndefined();
});
