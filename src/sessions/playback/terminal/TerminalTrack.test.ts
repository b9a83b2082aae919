import { Terminal } from '@xterm/headless/lib-headless/xterm-headless.mjs';
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { randomOutput } from '../../../../tests/support/randomOutput.ts';
import { RECORDING_OPTIONS, boundedSize, prepareForRecording } from '../../../wire/recording/recordingTerminal.ts';
import { RecordingScan } from '../../../wire/recording/RecordingScan.ts';
import { RecordingTimeline, type Size } from '../../../wire/recording/RecordingTimeline.ts';
import { restoreScreen, saveScreen, type ScreenState } from '../../../wire/recording/screenState.ts';
import { RecordingBytes } from './RecordingBytes.ts';
import { Screens } from './Screens.ts';
import { StoredScreens } from './StoredScreens.ts';
import { TerminalTrack, type Painter } from './TerminalTrack.ts';

/** FUZZ_SEEDS increases the number. */
const SEEDS = Number(process.env['FUZZ_SEEDS'] ?? 4);
const STEP_MS = 100;
const AT_MS = Date.parse('2030-01-02T03:04:05.000Z');

/** The emulator of a player without a page. */
class HeadlessPainter implements Painter {
  terminal = new Terminal({ ...RECORDING_OPTIONS, cols: 80, rows: 25 });
  #empty: ScreenState;
  written = 0;

  constructor() {
    prepareForRecording(this.terminal);
    this.#empty = saveScreen(this.terminal);
  }
  clear(size: Size): void {
    restoreScreen(this.terminal, this.#empty);
    this.resize(size);
  }
  restore(state: ScreenState): void {
    restoreScreen(this.terminal, state);
  }
  resize({ cols, rows }: Size): void {
    this.terminal.resize(cols, rows);
  }
  write(bytes: Uint8Array): Promise<void> {
    this.written += bytes.length;
    return new Promise((resolve) => this.terminal.write(bytes, resolve));
  }
  get picture(): string {
    const { active } = this.terminal.buffer;
    const rows = Array.from({ length: this.terminal.rows }, (_, row) => active.getLine(row)?.translateToString() ?? '');
    return [...rows, active.cursorX, active.cursorY, active.type].join('\n');
  }
}

/** A recording of random output, large enough for jumps to saved screens. */
async function scene(seed: number) {
  const random = new Random(seed);
  const timeline = new RecordingTimeline();
  const output: Uint8Array[] = [];
  let offset = 0;
  let ms = 0;
  const add = (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    timeline.add({ event: 'print', ms, time: new Date(AT_MS + ms).toISOString(), offset, bytes: bytes.length });
    output.push(bytes);
    offset += bytes.length;
    ms += STEP_MS;
  };
  const scan = new RecordingScan({ line: () => undefined, command: () => undefined });
  const screens = new Screens();
  const stored: { print: number; state: ScreenState; offset: number }[] = [];
  for (const step of randomOutput(random, 25)) {
    if ('bytes' in step) add(step.bytes);
    else {
      const { cols, rows } = boundedSize(step);
      timeline.add({ event: 'resize', size: `${cols}:${rows}`, time: new Date(AT_MS + ms).toISOString() });
    }
    if (random.chance(0.2)) add(new Uint8Array(450_000).fill(0x41 + random.below(26)));
  }
  timeline.finish();
  for (const [print, bytes] of output.entries()) {
    const size = timeline.sizeAt(print);
    scan.resize(size.cols, size.rows);
    await scan.print(bytes, timeline.msOf(print));
    if (!scan.isAtRest || !random.chance(0.3)) continue;
    if (random.chance(0.5)) screens.add({ print, state: scan.screen() });
    else stored.push({ print, state: scan.screen(), offset: timeline.endOf(print) });
  }
  const whole = new Uint8Array(offset);
  for (const [print, bytes] of output.entries()) whole.set(bytes, timeline.offsetOf(print));
  return { timeline, whole, screens, stored, random };
}

const never = new AbortController().signal;
const bytesOf = (whole: Uint8Array) =>
  new RecordingBytes(async ({ offset, bytes }) => whole.slice(offset, offset + bytes));

test('shows the same picture after any jump as after playing to the same position', async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { timeline, whole, screens, stored, random } = await scene(seed);
    const overview = { screens: stored.map(({ offset }) => ({ ms: 0, offset, event: 0 })) };
    const fetchScreen = async (number: number) => JSON.parse(JSON.stringify(stored[number]?.state)) as ScreenState;
    const remote = new StoredScreens(timeline, Promise.resolve(overview), fetchScreen);
    const painter = new HeadlessPainter();
    const track = new TerminalTrack({
      timeline,
      painter,
      bytes: bytesOf(whole),
      findScreen: async (print, signal) => {
        const own = screens.before(print);
        return (await remote.before(print, own?.print ?? -1, signal)) ?? own;
      },
    });
    for (let jump = 0; jump < 10; jump++) {
      const ms = random.below(timeline.durationMs + 200) - 100;
      await track.show(ms, never);
      const straight = new HeadlessPainter();
      const plain = new TerminalTrack({
        timeline,
        painter: straight,
        bytes: bytesOf(whole),
        findScreen: async () => undefined,
      });
      await plain.show(ms, never);
      expect(painter.picture, `seed ${seed}, ${ms} ms`).toBe(straight.picture);
    }
  }
});

test('continues from a saved screen on a long jump forward', async () => {
  const { timeline, whole, screens } = await scene(3);
  const painter = new HeadlessPainter();
  const track = new TerminalTrack({
    timeline,
    painter,
    bytes: bytesOf(whole),
    findScreen: async (print) => screens.before(print),
  });
  await track.show(timeline.durationMs, never);
  expect(painter.written).toBeLessThan(whole.length);
});

test('an aborted jump does not affect the picture of the next jump', async () => {
  const { timeline, whole } = await scene(5);
  const painter = new HeadlessPainter();
  const track = new TerminalTrack({ timeline, painter, bytes: bytesOf(whole), findScreen: async () => undefined });
  const abort = new AbortController();
  const given = track.show(timeline.durationMs, abort.signal);
  setTimeout(() => abort.abort(), 5);
  await expect(given).rejects.toThrow();
  const half = timeline.durationMs / 2;
  await track.show(half, never);
  const straight = new HeadlessPainter();
  await new TerminalTrack({
    timeline,
    painter: straight,
    bytes: bytesOf(whole),
    findScreen: async () => undefined,
  }).show(half, never);
  expect(painter.picture).toBe(straight.picture);
});

test('reports missing output and shows the available part', async () => {
  const { timeline, whole } = await scene(7);
  const painter = new HeadlessPainter();
  const reports: (number | undefined)[] = [];
  const track = new TerminalTrack({
    timeline,
    painter,
    bytes: bytesOf(whole.slice(0, whole.length / 2)),
    findScreen: async () => undefined,
  });
  track.missingChanged.subscribe(() => reports.push(track.missingFrom));
  await track.show(timeline.durationMs, never);
  expect(reports).toEqual([track.missingFrom]);
  const first = track.missingFrom ?? -1;
  expect(timeline.endOf(first)).toBeGreaterThan(whole.length / 2);
  expect(painter.written).toBe(Math.floor(whole.length / 2));
});

test('requests adjacent chunks once in one request, and again after a failure', async () => {
  const asked: [number, number][] = [];
  let fails = true;
  const bytes = new RecordingBytes(async ({ offset, bytes: count }) => {
    asked.push([offset, count]);
    if (fails) throw new Error('gone');
    return new Uint8Array(count);
  });
  await expect(bytes.read(0, 1_000_000, never)).rejects.toThrow('gone');
  fails = false;
  expect(await bytes.read(0, 1_000_000, never)).toHaveLength(1_000_000);
  await bytes.read(600_000, 1000, never);
  expect(asked).toEqual([
    [0, 1_048_576],
    [0, 1_048_576],
  ]);
});

test('skips and counts idle time before the end of the session', () => {
  const timeline = new RecordingTimeline();
  const at = (ms: number) => new Date(AT_MS + ms).toISOString();
  timeline.add({ event: 'print', ms: 0, time: at(0), bytes: 5 });
  timeline.add({ event: 'print', ms: 1000, time: at(1000), bytes: 5 });
  const parts = {
    bytes: new RecordingBytes(() => Promise.reject(new Error('not read'))),
    painter: new HeadlessPainter(),
  };
  const track = new TerminalTrack({ timeline, ...parts, findScreen: async () => undefined });
  expect(track.pace('skip').toPlayed(1000)).toBe(1000); // plays as recorded while its events arrive
  timeline.add({ event: 'session.end', time: at(3_600_000) });
  timeline.finish();
  expect(track.pace('skip').toPlayed(3_600_000)).toBe(1500);
  expect(timeline.idleMs).toBe(3_599_000);
});
