import { beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../../lib/clock.ts';
import { PlaybackController } from './PlaybackController.ts';
import type { Track } from './Track.ts';

let now = 0;
let tick: (() => void) | undefined;
let timers = new Map<() => void, number>();
const clock: Clock = {
  now: () => now,
  after: (ms, run) => {
    timers.set(run, now + ms);
    return () => void timers.delete(run);
  },
  every: (_, run) => {
    tick = run;
    return () => (tick = undefined);
  },
};
/** Advances the clock in steps of 25 ms and lets pending paints run between the steps. */
async function pass(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 25) {
    now += 25;
    tick?.();
    for (const [run, dueMs] of timers) if (dueMs <= now && timers.delete(run)) run();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let shown: number[];
let track: { -readonly [K in keyof Track]: Track[K] };
let paint: (ms: number, signal: AbortSignal) => Promise<void>;
let controller: PlaybackController;
beforeEach(() => {
  now = 1000;
  timers = new Map();
  shown = [];
  paint = async (ms) => void shown.push(Math.round(ms));
  track = {
    durationMs: 10_000,
    isWhole: true,
    isLive: false,
    show: (ms, signal) => paint(ms, signal),
    changeAfter: (ms) => (ms < 8000 ? 8000 : undefined),
    changeBefore: (ms) => (ms > 2000 ? 2000 : undefined),
    pace: (pauses) => (pauses === 'keep' ? { toPlayed: (ms) => ms, toRecorded: (ms) => ms } : halved),
  };
  controller = new PlaybackController(track, clock);
  controller.setPauses('keep');
});
/** A pace that plays half of the recorded time. */
const halved = { toPlayed: (ms: number) => ms / 2, toRecorded: (ms: number) => ms * 2 };

test('plays at the selected speed, stops at the end, and starts over', async () => {
  controller.play();
  await pass(1000);
  expect(controller.position.get()).toBe(1000);
  controller.setSpeed(4);
  await pass(2000);
  expect(controller.position.get()).toBe(9000);
  await pass(1000);
  expect([controller.position.get(), controller.state.get().status]).toEqual([10_000, 'ended']);
  expect(shown.at(-1)).toBe(10_000);
  controller.play();
  await pass(50);
  expect(controller.position.get()).toBe(200);
});

test('paints no more pictures at a higher speed than in real time', async () => {
  controller.setSpeed(2);
  controller.play();
  await pass(1000);
  expect(shown).toHaveLength(40);
  shown.length = 0;
  controller.seek(0);
  controller.setSpeed(8);
  await pass(1000);
  expect(controller.position.get()).toBe(8000);
  expect(shown).toHaveLength(21);
});

test('skipped pauses take no playback time', async () => {
  controller.setPauses('skip');
  controller.play();
  await pass(1000);
  expect(controller.position.get()).toBe(2000);
});

test('a seek during playback continues from the new position, within the recording', async () => {
  controller.play();
  await pass(100);
  controller.seek(5000);
  await pass(100);
  expect(controller.position.get()).toBe(5100);
  controller.seek(-3);
  expect(controller.position.get()).toBe(0);
  controller.pause();
  controller.seek(1e9);
  expect([controller.position.get(), controller.state.get().status]).toEqual([10_000, 'paused']);
});

test('steps move to the next and previous change of the picture', () => {
  controller.step(1);
  expect(controller.position.get()).toBe(8000);
  controller.step(1);
  expect(controller.position.get()).toBe(8000);
  controller.step(-1);
  expect(controller.position.get()).toBe(2000);
});

test('paints only the last of several quick seeks, and aborts the first', async () => {
  const aborted = vi.fn();
  paint = (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted(ms);
        reject(new DOMException('', 'AbortError'));
      });
      if (ms === 3000) resolve();
    });
  for (const ms of [1000, 2000, 3000]) controller.seek(ms);
  await pass(25);
  expect(aborted.mock.calls).toEqual([[1000]]);
  expect(controller.state.get().fault).toBeUndefined();
});

test('waits for a slow picture, reports the wait, and continues', async () => {
  let ready: () => void = () => undefined;
  paint = () => new Promise((resolve) => (ready = resolve));
  controller.play();
  await pass(3000);
  expect(controller.position.get()).toBeLessThan(600);
  expect(controller.state.get().isWaiting).toBe(true);
  paint = async () => undefined;
  ready();
  await pass(500);
  expect(controller.state.get().isWaiting).toBe(false);
  expect(controller.position.get()).toBeGreaterThan(800);
});

test('pauses on a load error, and can load the same position again', async () => {
  const broken = new Error('no output');
  paint = () => Promise.reject(broken);
  controller.play();
  await pass(100);
  expect(controller.state.get()).toMatchObject({ status: 'paused', fault: broken });
  paint = async (ms) => void shown.push(ms);
  controller.refresh();
  await pass(25);
  expect(controller.state.get().fault).toBeUndefined();
});

test('does not end at the last known position while the recording is still loading', async () => {
  track.isWhole = false;
  controller.seek(9990);
  controller.play();
  await pass(200);
  expect(controller.state.get()).toMatchObject({ status: 'playing', isWaiting: true });
  track.durationMs = 20_000;
  await pass(100);
  expect(controller.position.get()).toBeGreaterThan(10_000);
});

test('stops after dispose', async () => {
  controller.play();
  controller.dispose();
  await pass(500);
  expect(controller.position.get()).toBe(0);
});

test('follows a running session, stays at a selected position, and can return to live', async () => {
  track.isLive = true;
  track.isWhole = false;
  controller.goLive();
  await pass(25);
  expect([controller.state.get().isLive, shown.at(-1)]).toEqual([true, 10_000]);
  track.durationMs = 11_000;
  controller.grow();
  await pass(25);
  expect(shown.at(-1)).toBe(11_000);

  controller.seek(2000);
  controller.pause();
  track.durationMs = 12_000;
  controller.grow();
  await pass(100);
  expect([controller.state.get().isLive, controller.position.get()]).toEqual([false, 2000]);

  controller.play();
  controller.setSpeed(16);
  await pass(1000);
  expect(controller.state.get()).toMatchObject({ isLive: true, isWaiting: false, status: 'playing' });
  track.durationMs = 13_000;
  controller.grow();
  await pass(25);
  expect(controller.position.get()).toBe(13_000);
});

test.each([
  ['a time', 4000, 5000, 'playing'],
  ['no time', undefined, 1000, 'playing'],
  ['the end', 10_000, 10_000, 'paused'],
  ['a time after the end', 99_000, 10_000, 'paused'],
])(
  'an address with %s sets the start position, and does not play at the end',
  async (_what, from, position, status) => {
    controller.playFrom(from);
    await pass(1000);
    expect([controller.position.get(), controller.state.get().status]).toEqual([position, status]);
    expect(shown.at(-1)).toBe(position);
    controller.dispose();
  },
);

test('shows the first picture of a playing recording immediately', async () => {
  controller.playFrom(undefined);
  await pass(0);
  expect(shown).toEqual([0]);
  controller.dispose();
});

test('a seek while paused reports that its picture is loading', async () => {
  let paintIt: () => void = () => undefined;
  paint = () => new Promise((resolve) => (paintIt = resolve));
  controller.seek(5000);
  await pass(200);
  expect(controller.state.get().isWaiting).toBe(false);
  await pass(200);
  expect(controller.state.get()).toMatchObject({ status: 'paused', isWaiting: true });
  paintIt();
  await pass(25);
  expect(controller.state.get().isWaiting).toBe(false);
});
