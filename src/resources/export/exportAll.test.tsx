// All matching rows, page by page, written to a file.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FULL_ACL } from '../../../tests/support/resourceHarness.tsx';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { restrict } from '../../descriptors/restrict.ts';
import type { FileSink } from '../../ui/browserSink.ts';
import { columnsOf } from '../list/columns.ts';
import { exportAll, type ExportProgress } from './exportAll.ts';

const audit = restrict(resourceNamed('audit'), FULL_ACL);
const FROM_MS = Date.parse('2026-11-20T00:00:00Z');
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 86_400_000 };
const COUNT = 1000;
const PAGE = 300;

const event = (n: number) => ({
  ...{
    uid: `uid-${n}`,
    code: 'T1000I',
    event: 'user.login',
    user: n % 10 === 0 ? '=cmd|"/c calc"!A1' : 'ann, "the" one',
  },
  ...{ time: new Date(SPAN.toMs - (n + 1) * 60_000).toISOString(), 'addr.remote': '10.0.0.1:22' },
});

let asked: URL[];
let failAt: number | undefined;
beforeEach(() => {
  asked = [];
  failAt = undefined;
  vi.useFakeTimers({ now: SPAN.toMs, toFake: ['Date'] });
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.origin);
    asked.push(url);
    if (asked.length === failAt) return Response.json({ error: { message: 'no' } }, { status: 500 });
    const first = Number(url.searchParams.get('startKey') ?? 0);
    const events = Array.from({ length: Math.min(PAGE, COUNT - first) }, (_, i) => event(first + i));
    return Response.json({ events, startKey: first + PAGE < COUNT ? String(first + PAGE) : '' });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sinkOf() {
  let text = '';
  const decoder = new TextDecoder();
  const sink = {
    stream: new WritableStream<Uint8Array<ArrayBuffer>>({ write: (piece) => void (text += decoder.decode(piece)) }),
    commit: vi.fn(async () => undefined),
    discard: vi.fn(async () => undefined),
  } satisfies FileSink;
  return { sink, text: () => text };
}

function run(more: Partial<Parameters<typeof exportAll>[0]> = {}) {
  const progress: ExportProgress[] = [];
  const { sink, text } = sinkOf();
  const done = exportAll({
    ...{ resource: audit, path: { clusterId: 'east' }, span: SPAN, request: {}, filters: false, sink },
    ...{ format: 'csv', columns: columnsOf(audit, ['user', 'time']), signal: new AbortController().signal },
    onProgress: (now) => progress.push(now),
    ...more,
  });
  return { done, progress, sink, text };
}

test('writes every page, quotes values and escapes formulas', async () => {
  const { done, text, sink, progress } = run();
  expect(await done).toBe(COUNT);
  const lines = text().split('\r\n');
  expect(lines).toHaveLength(COUNT + 2);
  expect(lines[0]).toContain('User');
  expect(lines[1]).toContain(`"'=cmd|""/c calc""!A1"`);
  expect(lines[2]).toContain('"ann, ""the"" one"');
  expect(sink.commit).toHaveBeenCalledOnce();
  expect(progress.map(({ read }) => read)).toEqual([300, 600, 900, 1000]);
  // 300 events in 300 of 1440 minutes: about 1440 in total at the same rate.
  expect(progress[0]?.total).toBe(1440);
});

test('JSON Lines contain the events as recorded', async () => {
  const { done, text } = run({ format: 'jsonl' });
  await done;
  const lines = text().trimEnd().split('\n');
  expect(lines).toHaveLength(COUNT);
  expect(JSON.parse(lines[7] ?? '')).toEqual(event(7));
});

test('applies the filter of the list, in the browser or on the server', async () => {
  const query = 'labels["user"] != "ann, \\"the\\" one"';
  const here = run({ request: { query } });
  expect(await here.done).toBe(COUNT / 10);
  expect(asked.some(({ searchParams }) => searchParams.has('query'))).toBe(false);
  const there = run({ request: { query }, filters: true });
  expect(await there.done).toBe(COUNT / 10);
  expect(asked.at(-1)?.searchParams.get('query')).toBe(query);
});

test('discards the file when the export fails or is cancelled', async () => {
  failAt = 3;
  const failed = run();
  await expect(failed.done).rejects.toThrow('no');
  expect(failed.sink.discard).toHaveBeenCalledOnce();
  expect(failed.sink.commit).not.toHaveBeenCalled();

  failAt = undefined;
  const stopping = new AbortController();
  const cancelled = run({ signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(cancelled.done).rejects.toMatchObject({ name: 'AbortError' });
  expect(cancelled.sink.discard).toHaveBeenCalledOnce();
  expect(cancelled.sink.commit).not.toHaveBeenCalled();
});
