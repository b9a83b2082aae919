import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { matchLines, type MatchJob } from '../terminal/emulator/find/matchLines.ts';
import { toBlock, Transcript } from './Transcript.ts';
import { TranscriptSearch } from './TranscriptSearch.ts';

let runs = 0;

class StubWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(job: MatchJob): void {
    runs++;
    queueMicrotask(() => this.onmessage?.({ data: matchLines(job) }));
  }
  terminate(): void {
    this.onmessage = null;
  }
}
const realWorker = Reflect.get(globalThis, 'Worker') as unknown;
beforeAll(() => void Object.assign(globalThis, { Worker: StubWorker }));
afterAll(() => void Object.assign(globalThis, { Worker: realWorker }));
beforeEach(() => {
  runs = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const print = (transcript: Transcript, text: string) => transcript.add(toBlock([{ ms: 0, text }]), []);
const hits = (search: TranscriptSearch) => {
  const state = search.state.get();
  return state.kind === 'found' ? { count: state.hits.length, current: state.current } : state.kind;
};

test('finds text that arrives after the search with few runs, and keeps the current match', async () => {
  const transcript = new Transcript();
  const search = new TranscriptSearch(transcript);
  await search.find({ text: 'error', isRegExp: false, matchesCase: false });
  expect(hits(search)).toEqual({ count: 0, current: 0 });
  print(transcript, 'error one');
  print(transcript, 'error two');
  search.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  search.step(1);
  for (let line = 0; line < 20; line++) {
    print(transcript, 'an error');
    search.refresh();
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(hits(search)).toEqual({ count: 22, current: 1 });
  expect(runs).toBe(3);
});

test('does not search again without new text or without a search text', async () => {
  const transcript = new Transcript();
  const search = new TranscriptSearch(transcript);
  print(transcript, 'one');
  search.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  await search.find({ text: 'one', isRegExp: false, matchesCase: false });
  search.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  await search.find({ text: '', isRegExp: false, matchesCase: false });
  print(transcript, 'one');
  search.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  expect(hits(search)).toBe('none');
});
