import { afterEach, expect, test, vi } from 'vitest';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { ScanFeed, type ScanState } from '../terminal/ScanFeed.ts';
import type { TerminalPlayer } from '../terminal/TerminalPlayer.ts';
import { toBlock, Transcript } from '../Transcript.ts';
import { Exports } from './Exports.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A player that is still reading, or has stopped to; `saved` are the files. */
function reading(begun: ScanState) {
  const timeline = new RecordingTimeline();
  timeline.add({ event: 'print', time: '2026-01-01T00:00:00Z', ms: 0, bytes: 1000 });
  timeline.finish();
  const scan = new ScanFeed(timeline, { read: () => new Promise(() => undefined), prefetch: () => undefined });
  scan.state.set(begun);
  const transcript = new Transcript();
  transcript.add(toBlock([{ ms: 1000, text: 'the beginning' }]), []);
  const exports = new Exports({ timeline, scan, transcript, track: { isWhole: true } } as unknown as TerminalPlayer);
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
])('the export of the text waits for the end of the text: $kind', async (begun) => {
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

test('the export of the text fails where the text cannot be read, and can be cancelled', async () => {
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
