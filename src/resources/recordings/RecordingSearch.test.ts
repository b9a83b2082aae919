import { beforeEach, expect, test, vi } from 'vitest';
import { searchRecordings, type SearchPage } from '../../api/recordingExtensions.ts';
import { toRecording, type Recording } from '../../api/recordings.ts';
import type { Hits } from './RecordingFinder.ts';
import { textSearchItems, itemPx } from './textSearchItems.ts';
import { answerOf, RecordingSearch } from './RecordingSearch.ts';

vi.mock('../../api/recordingExtensions.ts', () => ({ searchRecordings: vi.fn() }));

const QUERY = { clusterId: 'east', text: 'tmp', isPattern: false, from: new Date(0), to: new Date(1e12) };
const hit = (ms: number) => ({ ms, kind: 'line' as const, text: 'rm /tmp', ranges: [[4, 7]] as [number, number][] });
const found = (count: number): Hits => ({ count, hits: Array.from({ length: count }, (_, i) => hit(i)) });
const hitsOf = (sid: string, count: number) => ({ sid, isCut: false, ...found(count) });

/** A recording that ended at this second. Newer ones have higher numbers. */
const recording = (second: number, more: object = {}): Recording =>
  toRecording({
    ...{ sid: `s${second}`, uid: `u${second}`, interactive: true, server_hostname: 'web-1' },
    ...{ time: new Date(second * 1000).toISOString(), code: 'T2004I', ...more },
  });
const page = (more: Partial<SearchPage>): SearchPage => ({
  ...{ recordings: [], running: [], pending: [], noText: [], until: undefined, next: '' },
  ...more,
});
const answers = (search: RecordingSearch, rows: readonly Recording[]) =>
  rows.map((row) => {
    const answer = answerOf(search.state.get(), row);
    return typeof answer === 'object' ? answer.count : answer;
  });
function started(finder?: ReturnType<NonNullable<ConstructorParameters<typeof RecordingSearch>[1]>>): RecordingSearch {
  const search = new RecordingSearch(QUERY, finder && (() => finder));
  search.start();
  return search;
}
const until = (search: RecordingSearch, status: string) =>
  vi.waitFor(() => expect(search.state.get().status).toBe(status));

beforeEach(() => vi.mocked(searchRecordings).mockReset());

test('reads the results of the gateway page by page and adds up hits of the same recording', async () => {
  const rows = [4, 3, 2, 1].map((second) => recording(second));
  let second: (page: SearchPage) => void = () => undefined;
  vi.mocked(searchRecordings)
    .mockResolvedValueOnce(page({ recordings: [hitsOf('s3', 2)], until: rows[0]?.created, next: 'key' }))
    .mockImplementationOnce(() => new Promise((resolve) => (second = resolve)));
  const search = started();
  await vi.waitFor(() => expect(answers(search, rows)).toEqual(['none', 2, undefined, undefined]));
  second(page({ recordings: [hitsOf('s3', 1)], pending: ['s2'], noText: ['s1'] }));
  await until(search, 'done');
  expect(answers(search, rows)).toEqual(['none', 3, undefined, 'noText']);
  expect(vi.mocked(searchRecordings).mock.calls.map(([, after]) => after)).toEqual(['', 'key']);
});

test('an error of the gateway ends the search with its reason', async () => {
  vi.mocked(searchRecordings).mockRejectedValueOnce(new Error('no'));
  const search = started();
  await until(search, 'failed');
  expect(search.state.get().error).toEqual(new Error('no'));
});

test('on a cluster it reads each recording once, in the order of the list', async () => {
  const read: string[] = [];
  const finder = {
    find: async ({ sid }: { sid: string }) => {
      read.push(sid);
      if (sid === 's2') throw new Error('missing');
      return found(sid === 's3' ? 2 : 0);
    },
    dispose: vi.fn(),
  };
  const rows = [recording(3), recording(2), recording(1, { interactive: false })];
  const search = started(finder);
  search.setRows([
    ...rows,
    recording(0, { session_recording: 'off' }),
    recording(5, { code: 'TDP01I', recorded: true }),
  ]);
  await until(search, 'done');
  expect(answers(search, rows)).toEqual([2, 'failed', 'none']);
  search.setRows([recording(4), ...rows]);
  await vi.waitFor(() => expect(read).toEqual(['s3', 's2', 's1', 's4']));
  search.stop();
  expect(finder.dispose).toHaveBeenCalledOnce();
});

test('a stopped search keeps its hits and reads no more recordings', async () => {
  let release: (found: Hits) => void = () => undefined;
  const find = vi
    .fn()
    .mockResolvedValueOnce(found(1))
    .mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
  const search = started({ find, dispose: () => undefined });
  const rows = [3, 2, 1].map((second) => recording(second));
  search.setRows(rows);
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(2));
  search.stop();
  release(found(9));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([search.state.get().status, find.mock.calls.length]).toEqual(['stopped', 2]);
  expect(answers(search, rows)).toEqual([1, undefined, undefined]);
  find.mockResolvedValue(found(0));
  search.start(); // and continues at the same recording
  await until(search, 'done');
  expect(answers(search, rows)).toEqual([1, 'none', 'none']);
});

test('lists running sessions with hits first until the list has their recording', async () => {
  const event = { sid: 's9', interactive: true, server_hostname: 'web-1' };
  const running = (count: number) => ({ ...hitsOf('s9', count), event });
  vi.mocked(searchRecordings)
    .mockResolvedValueOnce(page({ running: [running(2)], next: 'key' }))
    .mockResolvedValueOnce(page({ running: [running(3)], recordings: [hitsOf('s1', 1)] }));
  const search = started();
  await until(search, 'done');
  const kinds = (rows: readonly Recording[]) =>
    textSearchItems(rows, new Map(), search.state.get(), new Set()).map((item) =>
      item.kind === 'running' ? `${item.row.hostname} ${item.answer}` : item.kind,
    );
  expect(kinds([recording(1)])).toEqual(['web-1 5 hits', 'hit', 'hit', 'hit', 'more', 'recording', 'hit']);
  expect(kinds([recording(9), recording(1)])).toEqual(['recording', 'recording', 'hit']);
});

test('lists the first hits below each recording until the user expands them', async () => {
  const rows = [
    recording(3),
    recording(2, { session_recording: 'off' }),
    recording(1, { code: 'TDP01I', recorded: true }),
    recording(0),
  ];
  vi.mocked(searchRecordings).mockResolvedValueOnce(
    page({ recordings: [{ ...hitsOf('s3', 5), count: 7 }], pending: ['s0'] }),
  );
  const search = started();
  await until(search, 'done');
  const lines = (open: readonly string[]) =>
    textSearchItems(rows, new Map([[0, 'Thursday']]), search.state.get(), new Set(open)).map((item) => {
      if (item.kind === 'recording') return item.answer;
      return item.kind === 'more' ? `${item.remaining} more` : item.kind;
    });
  expect(lines([])).toEqual(['day', '7 hits', 'hit', 'hit', 'hit', '4 more', '–', 'no text', 'not yet']);
  expect(lines(['s3'])).toEqual([
    'day',
    '7 hits',
    ...Array.from({ length: 5 }, () => 'hit'),
    '2 more',
    '–',
    'no text',
    'not yet',
  ]);
  expect(itemPx({ kind: 'day', key: '', day: '' }, true)).toBe(28);
});
