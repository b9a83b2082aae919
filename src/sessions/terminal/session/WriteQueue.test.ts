import { expect, onTestFinished, test, vi } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { WriteQueue } from './WriteQueue.ts';

const KIB = 1024;

/** An emulator that parses when the test requests it. */
class SlowSink {
  readonly got: number[] = [];
  #callbacks: (() => void)[] = [];

  write = (bytes: Uint8Array, parsed: () => void) => {
    for (const byte of bytes) this.got.push(byte);
    this.#callbacks.push(parsed);
  };

  parse(writes = this.#callbacks.length): void {
    for (const parsed of this.#callbacks.splice(0, writes)) parsed();
  }
}

test('chunks wait until a screen is attached', () => {
  const queue = new WriteQueue();
  queue.push(Uint8Array.of(1, 2));
  queue.push(Uint8Array.of(3));
  expect(queue.waitingBytes).toBe(3);
  const sink = new SlowSink();
  queue.flowTo(sink);
  expect(sink.got).toEqual([1, 2, 3]);
  expect(queue.waitingBytes).toBe(0);
});

test('an idle emulator gets a chunk immediately and without a copy', () => {
  const queue = new WriteQueue();
  const seen: Uint8Array[] = [];
  queue.flowTo({ write: (bytes) => seen.push(bytes) });
  const chunk = new Uint8Array([0, 1, 2]).subarray(1);
  queue.push(chunk);
  expect(seen[0]).toBe(chunk);
});

test('limits the bytes inside the emulator', () => {
  const queue = new WriteQueue();
  const sink = new SlowSink();
  queue.flowTo(sink);
  for (let i = 0; i < 100; i++) queue.push(new Uint8Array(16 * KIB));
  expect(sink.got.length).toBeLessThanOrEqual(512 * KIB);
  expect(queue.waitingBytes).toBe(100 * 16 * KIB - sink.got.length);
  sink.parse(1);
  expect(sink.got.length).toBeLessThanOrEqual(512 * KIB + 256 * KIB);
});

test('joins waiting chunks, but keeps repeated output separate', () => {
  const queue = new WriteQueue();
  const writes: [length: number, isRepeated: boolean][] = [];
  const waiting: (() => void)[] = [];
  for (let i = 0; i < 3; i++) queue.push(new Uint8Array(16 * KIB), true);
  for (let i = 0; i < 40; i++) queue.push(new Uint8Array(16 * KIB));
  queue.flowTo({
    write: (bytes, parsed, isRepeated) => {
      writes.push([bytes.length / KIB, isRepeated]);
      waiting.push(parsed);
    },
  });
  expect(writes).toEqual([
    [48, true],
    [256, false],
    [256, false],
  ]);
  waiting.shift()?.();
  expect(writes).toHaveLength(3);
  waiting.shift()?.();
  expect(writes.at(-1)).toEqual([128, false]);
});

test('random chunks arrive complete and in order in an emulator that parses at random times', () => {
  const random = new Random(11);
  const queue = new WriteQueue();
  const sink = new SlowSink();
  const sent: number[] = [];
  queue.flowTo(sink);
  for (let i = 0; i < 400; i++) {
    const chunk = random.bytes(random.below(4000));
    sent.push(...chunk);
    queue.push(chunk);
    if (random.chance(0.3)) sink.parse(random.below(5));
  }
  while (queue.waitingBytes > 0) sink.parse();
  expect(Buffer.compare(Buffer.from(sink.got), Buffer.from(sent))).toBe(0);
});

test('a new screen continues where the previous screen stopped', () => {
  const queue = new WriteQueue();
  const first = new SlowSink();
  const leave = queue.flowTo(first);
  queue.push(Uint8Array.of(1));
  leave();
  queue.push(Uint8Array.of(2));
  const second = new SlowSink();
  queue.flowTo(second);
  first.parse();
  queue.push(Uint8Array.of(3));
  expect(first.got).toEqual([1]);
  expect(second.got).toEqual([2, 3]);
});

test('a hidden screen gets one chunk at a time, unless the queue is long', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = new WriteQueue();
  const sink = new SlowSink();
  let isSeen = false;
  queue.flowTo({ write: sink.write, isSeen: () => isSeen });
  for (let i = 0; i < 10; i++) queue.push(new Uint8Array(32 * KIB));
  expect(sink.got.length).toBe(32 * KIB);
  sink.parse();
  expect(sink.got.length).toBe(32 * KIB);
  vi.advanceTimersByTime(10);
  expect(sink.got.length).toBe(64 * KIB);
  isSeen = true;
  sink.parse();
  vi.advanceTimersByTime(10);
  expect(sink.got.length).toBe(320 * KIB);
  sink.parse();

  isSeen = false;
  for (let i = 0; i < 200; i++) queue.push(new Uint8Array(32 * KIB));
  const before = sink.got.length;
  for (let i = 0; i < 100; i++) {
    sink.parse();
    vi.advanceTimersByTime(10);
  }
  expect(sink.got.length - before).toBeGreaterThan(64 * 32 * KIB);
  expect(queue.waitingBytes).toBeGreaterThan(0);
});
