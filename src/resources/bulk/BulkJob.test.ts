import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { readSpan } from '../window/range.ts';
import { eventsAddress } from './useEventsAddress.ts';
import { resultsFile, resultsText } from './bulkResults.ts';
import type { BulkLabels } from './bulkMessages.ts';
import { BulkJob, BulkRun, tally } from './BulkJob.ts';

const resource = resourceNamed('users');
const events = resourceNamed('audit');
const BEGIN_MS = Date.UTC(2026, 10, 21, 14, 27, 10);

/** The server rejects `=b`, does not answer for `c`, and `self` is skipped. */
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

const words: BulkLabels = {
  ...{ asking: '', running: '', over: '', act: '', inProgress: '', again: '', check: '', undo: '', column: '' },
  done: 'deleted',
  skipped: 'kept',
  known: 'deleted',
};
const stateOf = (work: BulkJob) => ({
  resource,
  work,
  words,
  planned: () => ({ icon: 'trash-2' as const, words: '', text: 'will be deleted' }),
});

test('remaining rows exclude completed rows and skipped rows', async () => {
  const work = start();
  expect(work.remaining().map(({ id }) => id)).toEqual(['a', '=b', 'c']);
  await work.go();
  expect(work.remaining().map(({ id }) => id)).toEqual(['=b', 'c']);
  await work.run.check('c');
  expect(work.remaining().map(({ id }) => id)).toEqual(['=b']);
});

test('a stopped and resumed job keeps its start time and adds up the durations', async () => {
  const work = start();
  const unsubscribe = work.run.states.subscribe(work.run.stop);
  await work.go();
  unsubscribe();
  await work.go();
  expect(work.startedMs).toBe(BEGIN_MS);
  expect(work.tookMs).toBe(3000);
});

test('the results file has each row with outcome and reason, and no name becomes a formula', async () => {
  const work = start();
  expect(resultsFile(stateOf(work), 'csv').split('\r\n')[1]).toBe('a,planned,will be deleted,');
  await work.go();
  expect(resultsFile(stateOf(work), 'csv').trimEnd().split('\r\n')).toEqual([
    'name,outcome,reason,time',
    'a,deleted,,2026-11-21T14:27:11.000Z',
    "'=b,failed,the user is in use,2026-11-21T14:27:12.000Z",
    'c,not known,The server did not answer,2026-11-21T14:27:13.000Z',
    'self,kept,You cannot delete your own account,',
  ]);
  expect(JSON.parse(resultsFile(stateOf(work), 'json'))).toHaveLength(4);
  expect(resultsText(stateOf(work)).split('\n')[0]).toBe('a\tdeleted');
});

test('the link to the events has user, event code and time span, if the user may list events', async () => {
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

class Refused extends Error {}

function startRun(outcome: Record<string, 'refused' | 'silent' | 'fine'>, left: ReadonlySet<string> = new Set()) {
  const acted: string[] = [];
  const run = new BulkRun({
    ids: Object.keys(outcome),
    act: async (id) => {
      acted.push(id);
      if (outcome[id] === 'refused') throw new Refused(`${id} is in use`);
      if (outcome[id] === 'silent') throw new Error('no answer');
    },
    check: async (id) => !left.has(id),
    explain: (error) => ({ why: error instanceof Error ? error.message : '', isAnswered: error instanceof Refused }),
    now: () => 7,
  });
  return { run, acted, stateOf: (id: string) => run.states.get().get(id) };
}

test('continues with the other rows after a failure and reports its reason', async () => {
  const { run, acted, stateOf } = startRun({ a: 'fine', b: 'refused', c: 'fine' });
  await run.run();
  expect(acted).toEqual(['a', 'b', 'c']);
  expect(stateOf('b')).toEqual({ kind: 'failed', why: 'b is in use', atMs: 7 });
  expect(tally(run.states.get())).toEqual({ waits: 0, busy: 0, done: 2, failed: 1, unknown: 0 });
});

test('reports a row without an answer as unknown until a check finds the outcome', async () => {
  const { run, stateOf } = startRun({ a: 'silent', b: 'silent' }, new Set(['b']));
  await run.run();
  expect(stateOf('a')?.kind).toBe('unknown');
  await run.check('a');
  await run.check('b');
  expect(stateOf('a')?.kind).toBe('done');
  expect(stateOf('b')).toMatchObject({ kind: 'failed', why: 'It still exists' });
});

test('stopping completes the current row and leaves the other rows waiting', async () => {
  const { run, acted } = startRun({ a: 'fine', b: 'fine' });
  run.states.subscribe(run.stop);
  await run.run();
  expect(acted).toEqual(['a']);
  expect(tally(run.states.get())).toMatchObject({ done: 1, waits: 1 });
  await run.run();
  expect(acted).toEqual(['a', 'b']);
});
