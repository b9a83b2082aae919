import { expect, test, vi } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { systemClock } from '../../../lib/clock.ts';
import { concatBytes, toBase64, utf8 } from '../../../lib/encoding.ts';
import { encodeDesktop, type DesktopMessage } from '../../../wire/desktop/messages.ts';
import { frameHeader, type RecordedFrame } from '../../../wire/desktop/recordedFrames.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { RecordingBytes } from '../terminal/RecordingBytes.ts';
import { DesktopTrack, type DesktopPainter } from './DesktopTrack.ts';
import type { DesktopSource } from './DesktopSource.ts';
import { PartsSource } from './PartsSource.ts';
import { SocketSource, type PlaybackSocket } from './SocketSource.ts';

const SIZE = 8;
const END_MS = 20_000;

/** Stores the last picture of each area. */
class FakePainter implements DesktopPainter {
  pictures = new Map<string, string>();
  pointer = '';
  painted = 0;
  paint(message: DesktopMessage): void {
    if (message.kind !== 'picture') return;
    this.painted++;
    const { area, png } = message.placed;
    this.pictures.set(`${area.left},${area.top}`, `${png.length}:${png.slice(-4).join()}`);
  }
  whenPainted = () => Promise.resolve();
  clear = () => this.pictures.clear();
  movePointer(at: { x: number; y: number } | undefined): void {
    this.pointer = at ? `${at.x},${at.y}` : '';
  }
  pressPointer = () => undefined;
  get picture(): string {
    return [
      ...[...this.pictures].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([area, png]) => `${area}=${png}`),
      this.pointer,
    ].join(' ');
  }
}

/** All pictures here have the same size, which is in the first bytes of a PNG. */
const withSize = (png: Uint8Array): Uint8Array => png.fill(0, 0, 24);

/** Random changes, sometimes of the whole screen. The picture at each moment is known. */
function scene(seed: number, noise: number) {
  const random = new Random(seed);
  const frames: RecordedFrame[] = [];
  const segments: [number, number][] = [];
  const model = new Map<string, Uint8Array>();
  let offset = 0;
  let pointer: Uint8Array | undefined;
  const add = (ms: number, message: Uint8Array, isKeyframe = false) => {
    const frame = { ms, message, isKeyframe };
    frames.push(frame);
    offset += frameHeader(frame).length + message.length;
  };
  const screen = encodeDesktop({ kind: 'screenSize', width: SIZE, height: SIZE });
  segments.push([0, 0]);
  add(0, screen);
  const paint = (ms: number, left: number, top: number, png: Uint8Array) => {
    const picture = encodeDesktop({ kind: 'picture', placed: { area: { left, top, right: left, bottom: top }, png } });
    model.set(`${left},${top}`, picture);
    add(ms, picture);
  };
  for (let at = 0; at < SIZE * SIZE; at++) paint(0, at % SIZE, Math.floor(at / SIZE), withSize(random.bytes(28)));
  paint(0, 1, 1, withSize(random.bytes(100_000))); // longer than one read
  for (let ms = 0; ms < END_MS; ms += random.below(120)) {
    if (random.chance(0.02)) {
      segments.push([ms, offset]);
      for (const message of [screen, ...model.values(), ...(pointer ? [pointer] : [])]) add(ms, message, true);
    }
    const [left, top] = [random.below(SIZE), random.below(SIZE)];
    paint(ms, left, top, withSize(random.bytes(24 + random.below(noise))));
    if (random.chance(0.3)) add(ms, (pointer = encodeDesktop({ kind: 'pointerMove', x: left, y: top })));
  }
  const bytes = concatBytes(frames.flatMap((frame) => [frameHeader(frame), frame.message]));
  return { random, frames, bytes, segments };
}
type Scene = ReturnType<typeof scene>;

function trackOf(source: DesktopSource) {
  const painter = new FakePainter();
  return { painter, track: new DesktopTrack({ timeline: new RecordingTimeline(), source: () => source, painter }) };
}
function partsTrack({ bytes, segments }: Scene, there = bytes.length) {
  const read = vi.fn((range: { offset: number; bytes: number }) =>
    Promise.resolve(bytes.slice(0, there).slice(range.offset, range.offset + range.bytes)),
  );
  const source = new PartsSource({ segments, bytes: bytes.length }, new RecordingBytes(read));
  return { source, read, ...trackOf(source) };
}
const live = () => new AbortController().signal;

/** The picture at a moment, painted from the beginning. */
async function pictureAt(of: Scene, ms: number): Promise<string> {
  const { track, painter } = partsTrack({ ...of, segments: [[0, 0]] });
  await track.show(ms, live());
  return painter.picture;
}

test.each([
  [1, 40],
  [2, 9000],
  [3, 15_000],
])('shows the same picture after random jumps as after playing to the same position (seed %d)', async (seed, noise) => {
  const of = scene(seed, noise);
  const { track, painter, source } = partsTrack(of);
  for (let jump = 0; jump < 25; jump++) {
    const ms = of.random.below(END_MS);
    if (of.random.chance(0.3)) {
      const abort = new AbortController();
      const broken = track.show(of.random.below(END_MS), abort.signal);
      abort.abort();
      await broken.catch(() => undefined);
    }
    await track.show(ms, live());
    expect(painter.picture).toBe(await pictureAt(of, ms));
  }
  expect(source.missingFromMs).toBeUndefined();
});

test('reads each byte once during playback, and paints no keyframes', async () => {
  const of = scene(4, 3000);
  const { track, painter, read } = partsTrack(of);
  for (let ms = 0; ms <= END_MS; ms += 40) await track.show(ms, live());
  const pictures = of.frames.filter(({ message, isKeyframe }) => message[0] === 27 && !isKeyframe);
  expect(painter.painted).toBeLessThanOrEqual(pictures.length);
  expect(painter.painted).toBeGreaterThan(0.95 * pictures.length);
  const asked = read.mock.calls.reduce((sum, [range]) => sum + range.bytes, 0);
  expect(asked).toBeLessThan(of.bytes.length + 2 * 1024 * 1024);
});

test('paints each area once for a jump', async () => {
  const of = scene(7, 3000);
  const { track, painter } = partsTrack({ ...of, segments: [[0, 0]] });
  await track.show(END_MS, live());
  expect(painter.painted).toBe(SIZE * SIZE);
});

test('shows a truncated recording up to the missing part', async () => {
  const of = scene(5, 3000);
  const { track, painter, source } = partsTrack(of, 300_000);
  for (let ms = 0; ms <= END_MS; ms += 100) await track.show(ms, live());
  expect(source.missingFromMs).toBeGreaterThan(0);
  expect(source.missingFromMs).toBeLessThan(END_MS);
  expect(painter.painted).toBeGreaterThan(100);
});

/** A server that sends due messages at once, unless it is paused. */
class FakeServer implements PlaybackSocket {
  onmessage: PlaybackSocket['onmessage'] = null;
  onclose: PlaybackSocket['onclose'] = null;
  onopen: PlaybackSocket['onopen'] = null;
  sent: string[] = [];
  isPaused = false;
  refusal: string | undefined;
  #frames: RecordedFrame[];
  constructor(frames: readonly RecordedFrame[]) {
    this.#frames = [...frames];
    setTimeout(() => {
      this.onopen?.call(this as unknown as WebSocket, new Event('open'));
      this.#run();
    });
  }
  shut(refusal?: string): void {
    this.refusal = refusal;
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
  }
  send(text: string): void {
    this.sent.push(text);
    if (!text.includes('play/pause')) return;
    this.isPaused = !this.isPaused;
    if (!this.isPaused) setTimeout(() => this.#run());
  }
  close = () => (this.isPaused = true);
  deliver(json: object): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: utf8(JSON.stringify(json)).buffer } as MessageEvent);
  }
  #run(): void {
    while (!this.isPaused && this.#frames[0]) {
      const { ms, message } = this.#frames.shift() ?? { ms: 0, message: new Uint8Array() };
      this.deliver({ ms, message: toBase64(message) });
    }
    if (!this.isPaused) this.deliver({ message: 'end' });
  }
}
function socketTrack(frames: readonly RecordedFrame[]) {
  const servers: FakeServer[] = [];
  const open = () => {
    const server = new FakeServer(frames);
    servers.push(server);
    return server;
  };
  const arrived: number[] = [];
  const source = new SocketSource({
    open,
    refusal: () => Promise.resolve(servers[0]?.refusal),
    clock: systemClock,
    arrived(message) {
      if (message !== 'end') arrived.push(message.ms);
    },
  });
  return { servers, arrived, ...trackOf(source) };
}

test('restarts the socket to go back, and continues it to go forward', async () => {
  const of = scene(6, 300);
  const plain = of.frames.filter(({ isKeyframe }) => !isKeyframe);
  const { track, painter, servers, arrived } = socketTrack(plain);
  for (const ms of [0, 5000, 5100, 19_000, 4000, END_MS]) {
    await track.show(ms, live());
    expect(painter.picture).toBe(await pictureAt(of, ms));
  }
  expect(servers).toHaveLength(2);
  expect(servers[0]?.sent[0]).toBe('{"action":"speed","speed":16}');
  expect(arrived).toEqual(plain.map(({ ms }) => ms)); // a repeated message is not reported again
});

test('buffers at most half a minute ahead from the socket', async () => {
  const message = encodeDesktop({ kind: 'pointerMove', x: 1, y: 1 });
  const frames = Array.from({ length: 3000 }, (_, at) => ({ ms: at * 100, message, isKeyframe: false }));
  const { track, arrived, servers } = socketTrack(frames);
  await track.show(0, live());
  expect(arrived.at(-1)).toBeLessThan(32_000);
  await track.show(10_000, live());
  expect(servers[0]?.isPaused).toBe(true);
  await track.show(20_000, live());
  await vi.waitFor(() => expect(arrived.at(-1)).toBeGreaterThan(40_000), 10_000);
  expect(arrived.at(-1)).toBeLessThan(52_000);
  await track.show(299_900, live());
  expect(arrived).toHaveLength(3000);
});

test.each<[string, (server: FakeServer) => void, RegExp]>([
  ['an error', (server) => server.deliver({ message: 'error', errorText: 'no such recording' }), /no such recording/],
  ['an error without a text', (server) => server.deliver({ message: 'error' }), /gave no reason/],
  ['nonsense', (server) => server.deliver({ message: '%' }), /cannot be read/],
  ['a close', (server) => server.shut(), /closed/],
  ['a refusal', (server) => server.shut('access denied to the recording'), /access denied to the recording/],
])('reports %s of the socket when more frames are needed', async (_, fail, words) => {
  const { track, servers } = socketTrack([]);
  const shown = track.show(1000, live());
  fail(servers[0] ?? new FakeServer([]));
  await expect(shown).rejects.toThrow(words);
  // Another attempt opens another socket.
  await track.show(1000, live());
  expect(servers).toHaveLength(2);
});
