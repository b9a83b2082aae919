import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { LiveEnd, LivePlayer } from '../../sessions/playback/live/LivePlayer.ts';
import { PlaybackController } from '../../sessions/playback/PlaybackController.ts';
import { LiveActions, WhenOver } from './LiveRecording.tsx';

const QUERY = { text: 'error', isRegExp: false, matchesCase: false };

/** A clock that does not advance. */
const STILL = { ...systemClock, now: () => 0 };
const REAL_TIME = { toPlayed: (ms: number) => ms, toRecorded: (ms: number) => ms };

function follow() {
  const track = {
    durationMs: 60_000,
    isWhole: false,
    isLive: true,
    show: () => Promise.resolve(),
    pace: () => REAL_TIME,
  };
  const controller = new PlaybackController(track as never, STILL);
  onTestFinished(() => controller.dispose());
  const over = new ValueStore<LiveEnd | undefined>(undefined);
  const player = { controller, over, timeline: track, search: { query: QUERY } } as unknown as LivePlayer;
  const onAgain = vi.fn();
  controller.goLive();
  render(
    <>
      <WhenOver player={player} onAgain={onAgain} />
      <LiveActions player={player} links={<a href="/join">Join as peer</a>} onAgain={onAgain} />
    </>,
  );
  return { controller, over, onAgain };
}

test('following a live session opens the end of the recording when the session ends', () => {
  const { over, onAgain } = follow();
  act(() => over.set('ended'));
  expect(onAgain.mock.calls).toEqual([[{ fromEndMs: 0, query: QUERY }]]);
});

function followPast(end: LiveEnd) {
  const { controller, over, onAgain } = follow();
  act(() => controller.seek(20_000));
  act(() => over.set(end));
  expect(onAgain).not.toHaveBeenCalled();
  return onAgain;
}

test('viewing the past stays when the session ends and can open the recording at the same time', async () => {
  const onAgain = followPast('ended');
  expect(screen.getByRole('status').textContent).toBe('The session has ended');
  expect(screen.queryByRole('link', { name: 'Join as peer' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open the recording' }));
  expect(onAgain.mock.calls).toEqual([[{ fromEndMs: 40_000, query: QUERY }]]);
});

test('viewing the past stays when the buffer is full and can follow again with the same search', async () => {
  const onAgain = followPast('full');
  await userEvent.click(screen.getByRole('button', { name: 'Follow it again' }));
  expect(onAgain.mock.calls).toEqual([[{ query: QUERY }]]);
});

test('the button to go live keeps the focus', async () => {
  const { controller } = follow();
  act(() => controller.seek(20_000));
  screen.getByRole('button', { name: 'Go to live' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(controller.state.get().isLive).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Live' }));
});
