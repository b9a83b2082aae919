import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { toBlock } from '../Transcript.ts';
import { ScanFeed } from './ScanFeed.ts';
import type { ScanJob, ScanResult } from './scanProtocol.ts';

const PRINTS = 8;
const PRINT_BYTES = 200_000;

/** Number of answers that the next worker gives before it fails. */
let answersLeft = Infinity;

/** Answers with one line for each print. It fails if it did not get all earlier prints itself. */
class StubWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  #next = 0;
  postMessage({ first, prints }: ScanJob): void {
    queueMicrotask(() => {
      if (first !== this.#next || answersLeft-- <= 0) return this.onerror?.({ message: 'The worker is gone' });
      const lines = Array.from({ length: prints.length / 2 }, (_, index) => ({ ms: 0, text: `line ${first + index}` }));
      this.#next = first + lines.length;
      this.onmessage?.({ data: { lines: toBlock(lines), commands: [], screens: [] } satisfies ScanResult });
    });
  }
  terminate(): void {
    this.onmessage = this.onerror = null;
  }
}
const realWorker = Reflect.get(globalThis, 'Worker') as unknown;
beforeAll(() => void Object.assign(globalThis, { Worker: StubWorker }));
afterAll(() => void Object.assign(globalThis, { Worker: realWorker }));
beforeEach(() => (answersLeft = Infinity));

function recording(readStored?: (take: (found: ScanResult) => void) => Promise<boolean>) {
  const timeline = new RecordingTimeline();
  for (let print = 0; print < PRINTS; print++)
    timeline.add({ event: 'print', time: '2026-01-01T00:00:00Z', ms: print, bytes: PRINT_BYTES });
  timeline.finish();
  const network = { isUp: true };
  const source = {
    read: (_: number, length: number) =>
      network.isUp ? Promise.resolve(new Uint8Array(length)) : Promise.reject(new Error('offline')),
    prefetch: () => undefined,
  };
  const feed = new ScanFeed(timeline, source, readStored);
  const lines: string[] = [];
  feed.found.subscribe(({ lines: { text } }) => lines.push(...new TextDecoder().decode(text).trimEnd().split('\n')));
  const whole = Array.from({ length: PRINTS }, (_, print) => `line ${print}`);
  return { feed, lines, network, whole };
}
const { signal } = new AbortController();
const done = (feed: ScanFeed, progress: (bytes: number) => void = () => undefined) => feed.whenDone(progress, signal);

test('continues with the first unfinished job after a failed read', async () => {
  const { feed, lines, network, whole } = recording();
  feed.found.subscribe(() => (network.isUp = false));
  feed.more(true);
  await expect(done(feed)).rejects.toThrow('offline');
  expect(feed.state.get()).toMatchObject({ kind: 'failed', bytes: 2 * PRINT_BYTES });
  feed.found.subscribe(() => (network.isUp = true));
  network.isUp = true;
  feed.retry();
  await done(feed);
  expect(lines).toEqual(whole);
});

test('replaces a failed worker, and emits each line once', async () => {
  const { feed, lines, whole } = recording();
  answersLeft = 2;
  feed.more(true);
  await expect(done(feed)).rejects.toThrow('The worker is gone');
  answersLeft = Infinity;
  feed.retry();
  await done(feed);
  expect(lines).toEqual(whole);
});

test('reads stored text again after a failure without emitting lines twice', async () => {
  const piece = (text: string): ScanResult => ({ lines: toBlock([{ ms: 0, text }]), commands: [], screens: [] });
  let breaksOff = true;
  const { feed, lines } = recording((take) => {
    take(piece('one'));
    take(piece('two'));
    if (breaksOff) return Promise.reject(new Error('offline'));
    take(piece('three'));
    return Promise.resolve(true);
  });
  feed.more(true);
  await expect(done(feed)).rejects.toThrow('offline');
  breaksOff = false;
  feed.readOn();
  await done(feed);
  expect(lines).toEqual(['one', 'two', 'three']);
});

test('whenDone reports the progress and can be aborted', async () => {
  const { feed } = recording();
  const reports: number[] = [];
  const abort = new AbortController();
  const given = feed.whenDone(() => undefined, abort.signal);
  abort.abort();
  await expect(given).rejects.toThrow(/abort/i);
  feed.more(true);
  await done(feed, (bytes) => reports.push(bytes / PRINT_BYTES));
  expect(reports).toEqual([0, 2, 4, 6, 8].slice(0, reports.length));
  expect(reports.length).toBeGreaterThan(2);
});
