import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { stubLayout } from '../../../../tests/support/resourceHarness.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { PlaybackController } from '../PlaybackController.ts';
import type { ScanState } from '../terminal/ScanFeed.ts';
import type { TextPlayer } from '../terminal/TextPlayer.ts';
import { toBlock, Transcript } from '../Transcript.ts';
import { TranscriptSearch } from '../TranscriptSearch.ts';
import { releaseFocus } from './releaseFocus.ts';
import { TranscriptPanel } from './TranscriptPanel.tsx';

/** Replaces the search worker, which the test environment does not have. It never answers. */
class SilentWorker {
  postMessage = () => undefined;
  terminate = () => undefined;
}
beforeEach(() => {
  stubLayout();
  vi.stubGlobal('Worker', SilentWorker);
});
// The test environment does not support the search element.
afterEach(() => {
  const { calls } = vi.mocked(console.error).mock;
  if (calls.every(([, tag]) => tag === 'search')) vi.mocked(console.error).mockClear();
});

function open(state: ScanState, { isLive = false } = {}) {
  const timeline = new RecordingTimeline();
  timeline.add({ event: 'print', time: '2026-01-01T00:00:00Z', ms: 0, bytes: 1000 });
  timeline.add({ event: 'print', time: '2026-01-01T00:00:09Z', ms: 9000, bytes: 0 });
  timeline.finish();
  const track = { durationMs: 9000, isWhole: true, isLive, show: () => Promise.resolve(), pace: () => undefined };
  const controller = new PlaybackController(track as never, systemClock);
  const transcript = new Transcript();
  const scan = { state: new ValueStore<ScanState>(state), retry: vi.fn() };
  const search = new TranscriptSearch(transcript);
  const player = { timeline, controller, transcript, track, scan, search, version: new ValueStore(0) };
  const panel = (
    <div onClick={releaseFocus}>
      <TranscriptPanel player={player as unknown as TextPlayer} calls={0} onHit={() => undefined} />
    </div>
  );
  return { ...player, ...render(panel), panel };
}
const foot = () => screen.getAllByRole('status').at(-1)?.textContent;
const lines = (transcript: Transcript) =>
  act(() => transcript.add(toBlock([1, 2].map((n) => ({ ms: 1000 * n, text: `line ${n}` }))), []));

test('reports text that could not be read, and can try again', async () => {
  const { scan } = open({ kind: 'failed', bytes: 210, error: new Error('offline') });
  expect(screen.getByText('The text could not be read')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(scan.retry).toHaveBeenCalledOnce();
});

test('shows bidirectional and hidden characters as codes', async () => {
  const { transcript, timeline, search } = open({ kind: 'done' });
  timeline.add({ event: 'exec', time: '2026-01-01T00:00:10Z', command: 'rm \u202Efdp.txt' });
  act(() => transcript.add(toBlock([{ ms: 1000, text: 'cat \u202Efdp.exe' }]), []));
  await userEvent.click(screen.getByText('Full text'));
  await screen.findByText('cat ⟨U+202E⟩fdp.exe');
  const hit = { ms: 1000, line: 0, from: 5, to: 8, lineLength: 12 };
  act(() => search.state.set({ kind: 'found', hits: [hit], current: 0 }));
  expect(screen.getByText('fdp').closest('button')?.textContent).toBe('00:01cat ⟨U+202E⟩fdp.exe');
  await userEvent.click(screen.getByText(/^Events/));
  await screen.findByText('Ran rm ⟨U+202E⟩fdp.txt');
});

test('shows no progress of the text for a running session', () => {
  open({ kind: 'reading', bytes: 1000 }, { isLive: true });
  expect(foot()).toBe('');
  expect(screen.getByText('No commands yet')).toBeTruthy();
});

test.each<[ScanState, string]>([
  [{ kind: 'done' }, 'Text copied'],
  [{ kind: 'reading', bytes: 215 }, 'Text of the first 21 % copied'],
  [{ kind: 'stopped', bytes: 500 }, 'Text of the first 50 % copied'],
  [{ kind: 'failed', bytes: 0, error: undefined }, 'First part of the text copied'],
])('the message after a copy describes the copied part: %o', async (state, note) => {
  const show = vi.spyOn(toasts, 'show').mockReturnValue({ update: () => undefined, close: () => undefined });
  const person = userEvent.setup();
  const { transcript } = open(state);
  lines(transcript);
  await person.click(screen.getByText('Full text'));
  await person.click(screen.getByRole('button', { name: 'Copy the text' }));
  await vi.waitFor(() => expect(show.mock.calls).toEqual([[{ text: note, isWarning: false }]]));
});

test('Space starts playback from a row, Enter selects the row, and a click releases the focus', async () => {
  const person = userEvent.setup();
  const { controller, transcript } = open({ kind: 'done' });
  const toggle = vi.spyOn(controller, 'toggle').mockImplementation(() => undefined);
  lines(transcript);
  await person.click(screen.getByText('Full text'));
  const row = await screen.findByRole('button', { name: /line 2/ });
  row.focus();
  await person.keyboard(' ');
  expect(toggle).toHaveBeenCalledOnce();
  expect(controller.position.get()).toBe(0);
  await person.keyboard('{Enter}');
  expect(controller.position.get()).toBe(2000);
  expect(document.activeElement).toBe(row);
  await person.click(row);
  await vi.waitFor(() => expect(document.activeElement).toBe(document.body));
  await person.click(screen.getByText('Full text'));
  await vi.waitFor(() => expect(document.activeElement).toBe(document.body));
});

test('keeps the search when the panel is closed and opened again', async () => {
  const { unmount, panel } = open({ kind: 'done' });
  await userEvent.type(screen.getByLabelText('Search in the recording'), '(');
  await userEvent.click(screen.getByRole('button', { name: 'Regular expression' }));
  expect(screen.getByText('Not a regular expression')).toBeTruthy();
  unmount();
  render(panel);
  expect(screen.getByLabelText<HTMLInputElement>('Search in the recording').value).toBe('(');
  expect(screen.getByText('Not a regular expression')).toBeTruthy();
});
