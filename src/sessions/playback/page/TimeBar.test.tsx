import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { PlaybackController } from '../PlaybackController.ts';
import type { Player } from '../Player.ts';
import { Transcript } from '../Transcript.ts';
import { TranscriptSearch } from '../TranscriptSearch.ts';
import { TimeBar } from './TimeBar.tsx';

const WIDTH = 900;
const HOUR_MS = 3_600_000;

/** Labels below the bar for a recording of this length, each with its start or end. */
function labels(hours: number): (readonly [text: string | null, x: number, anchor: string | null])[] {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  const timeline = new RecordingTimeline();
  for (const ms of [0, hours * HOUR_MS])
    timeline.add({ event: 'print', time: new Date(ms).toISOString(), ms, bytes: 1 });
  timeline.finish();
  const track = { durationMs: timeline.durationMs, isWhole: true, isLive: false, show: () => Promise.resolve() };
  const controller = new PlaybackController(track as never, systemClock);
  controller.setPauses('keep');
  const transcript = new Transcript();
  const search = new TranscriptSearch(transcript);
  const player = { timeline, controller, transcript, search, version: new ValueStore(0), hasText: true };
  render(<TimeBar player={player as unknown as Player} />);
  return [...screen.getByRole('img', { name: /^Timeline/ }).querySelectorAll('text')]
    .filter((text) => /^[\d:]+$/.test(text.textContent))
    .map((text) => [text.textContent, Number(text.getAttribute('x')), text.getAttribute('text-anchor')]);
}

test('right-aligns a label that would extend beyond the bar', () => {
  const shown = labels(32);
  expect(shown[0]).toEqual(['00:00', 0, null]);
  expect(shown.at(-2)).toEqual(['28:00:00', (28 / 32) * WIDTH, null]);
  expect(shown.at(-1)).toEqual(['32:00:00', WIDTH, 'end']);
});
