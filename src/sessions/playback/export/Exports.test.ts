import { afterEach, expect, test, vi } from 'vitest';
import { ValueStore } from '../../../lib/valueStore.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { ScanFeed, type ScanState } from '../terminal/ScanFeed.ts';
import type { TerminalPlayer } from '../terminal/TerminalPlayer.ts';
import { toBlock, Transcript } from '../Transcript.ts';
import { castLines } from './castFile.ts';
import { Exports } from './Exports.ts';

afterEach(() => void vi.unstubAllGlobals());

const BROKEN = 'The events of the recording stop at 00:01: the connection was lost';

/** A player that is still reading, or that has stopped reading. `saved` contains the files. */
function reading(begun: ScanState, lostBytes = 0, load: 'ready' | 'broken' = 'ready') {
  const timeline = new RecordingTimeline();
  timeline.add({ event: 'print', time: '2026-01-01T00:00:00Z', ms: 0, bytes: 1000 });
  timeline.add({ event: 'resize', time: '2026-01-01T00:00:01Z', size: '80:25' });
  timeline.finish();
  const scan = new ScanFeed(timeline, { read: () => new Promise(() => undefined), prefetch: () => undefined });
  scan.state.set(begun);
  const transcript = new Transcript();
  transcript.add(toBlock([{ ms: 1000, text: 'the beginning' }]), []);
  const bytes = { read: async (_offset: number, length: number) => new Uint8Array(length - lostBytes) };
  const known = { load: new ValueStore({ kind: load }), notice: () => BROKEN, track: { isWhole: true } };
  const player = { timeline, scan, transcript, bytes, ...known };
  const exports = new Exports(player as unknown as TerminalPlayer);
  const saved: Blob[] = [];
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:one';
  });
  return { exports, scan, transcript, saved };
}

test.each<ScanState>([
  { kind: 'reading', bytes: 210 },
  { kind: 'stopped', bytes: 210 },
  { kind: 'failed', bytes: 210, error: new Error('offline') },
])('the text export waits until the text is complete: $kind', async (begun) => {
  const { exports, scan, transcript, saved } = reading(begun);
  const saving = exports.save('text', 'title', 'about');
  await vi.waitFor(() =>
    expect(exports.state.get()).toEqual({ kind: 'running', share: begun.kind === 'reading' ? 0.21 : 0 }),
  );
  scan.state.set({ kind: 'reading', bytes: 900 });
  expect(exports.state.get()).toEqual({ kind: 'running', share: 0.9 });
  transcript.add(toBlock([{ ms: 2000, text: 'the end' }]), []);
  transcript.omitted = 3;
  scan.state.set({ kind: 'done' });
  await saving;
  expect(await saved[0]?.text()).toBe(
    '   00:01  the beginning\n   00:02  the end\n\n3 more lines are not in this file\n',
  );
  expect(exports.state.get()).toEqual({ kind: 'none' });
});

test('the text export fails if the text cannot be read, and can be cancelled', async () => {
  const { exports, scan, saved } = reading({ kind: 'reading', bytes: 0 });
  const failing = exports.save('text', 'title', 'about');
  const error = new Error('offline');
  scan.state.set({ kind: 'failed', bytes: 0, error });
  await failing;
  expect(exports.state.get()).toEqual({ kind: 'failed', error });
  const cancelled = exports.save('text', 'title', 'about');
  exports.cancel();
  await cancelled;
  expect(exports.state.get()).toEqual({ kind: 'none' });
  expect(saved).toEqual([]);
});

test('the text export reports missing output', async () => {
  const { exports, scan, saved } = reading({ kind: 'reading', bytes: 0 }, 1);
  const saving = exports.save('text', 'title', 'about');
  scan.state.set({ kind: 'done' });
  await saving;
  expect(await saved[0]?.text()).toBe('   00:01  the beginning\n\nThe output at the end is missing in the recording\n');
});

test.each([
  ['text', `   00:01  the beginning\n\n${BROKEN}\n`],
  ['cast', `[1,"m","${BROKEN}"]\n`],
] as const)('the export reports that events are missing: %s', async (form, end) => {
  const { exports, saved } = reading({ kind: 'done' }, 0, 'broken');
  await exports.save(form, 'title', 'about');
  expect((await saved[0]?.text())?.slice(-end.length)).toBe(end);
});

test('the text export reports no gap if the text continues after the last known event', async () => {
  const { exports, transcript, saved } = reading({ kind: 'done' }, 0, 'broken');
  transcript.add(toBlock([{ ms: 2000, text: 'the end' }]), []);
  await exports.save('text', 'title', 'about');
  expect(await saved[0]?.text()).toBe('   00:01  the beginning\n   00:02  the end\n');
});

test('an asciicast export has one marker for missing output', async () => {
  const timeline = new RecordingTimeline();
  for (const ms of [0, 61_000, 62_000])
    timeline.add({ event: 'print', time: new Date(ms).toISOString(), ms, bytes: 3 });
  timeline.finish();
  const read = async (offset: number, length: number) =>
    new Uint8Array(Math.max(0, Math.min(length, 4 - offset))).fill(65);
  let text = '';
  for await (const part of castLines(timeline, read, { title: 'title', startedAt: undefined })) text += part;
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    [0, 'o', 'AAA'],
    [61, 'o', 'A'],
    [61, 'm', 'The output from 01:01 on is missing in the recording'],
  ]);
});
