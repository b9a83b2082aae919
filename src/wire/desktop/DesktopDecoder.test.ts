import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { fuzzRounds, Random } from '../../../tests/support/random.ts';
import { concatBytes, fromHex } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { CLIPBOARD_BYTES_MAX } from './sessionMessages.ts';
import { DesktopDecoder, type Decoded } from './DesktopDecoder.ts';
import { decodeDesktop, encodeDesktop } from './messages.ts';

const frames = vectors.tdp.map(({ hex }) => fromHex(hex) as Uint8Array);
const MESSAGES = frames.map((frame) => decodeDesktop(frame));

function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const decodeAll = (parts: readonly Uint8Array[]): Decoded[] => {
  const decoder = new DesktopDecoder();
  return parts.flatMap((part) => decoder.push(part));
};

test('decodes all messages in one chunk and byte by byte', () => {
  const stream = concatBytes(frames);
  expect(decodeAll([stream])).toEqual(MESSAGES);
  expect(decodeAll([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(MESSAGES);
});

test('decodes messages that are split at random positions', () => {
  const numbers = new Random(7);
  const random = (below: number) => numbers.below(below);
  for (let round = 0; round < 300; round++) {
    const messages = MESSAGES.filter(() => random(2) === 1);
    const cuts = Array.from({ length: random(20) }, () => random(10_000));
    expect(decodeAll(pieces(concatBytes(messages.map(encodeDesktop)), cuts))).toEqual(messages);
  }
});

test('decodes a message from chunks in a reused buffer', () => {
  const [message] = MESSAGES;
  const decoder = new DesktopDecoder();
  const piece = Buffer.alloc(1);
  const found = [...encodeDesktop(message!)].flatMap((byte) => decoder.push(piece.fill(byte)));
  expect(found).toEqual([message]);
});

test('a long message that arrives byte by byte uses little more memory than its size', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedBytes = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const decoder = new DesktopDecoder();
  decoder.push(encodeDesktop({ kind: 'clipboard', text: 'x'.repeat(CLIPBOARD_BYTES_MAX) }).subarray(0, 5));
  const before = usedBytes();
  for (let count = 0; count < 300_000; count++) decoder.push(Buffer.of(0x78));
  expect(usedBytes() - before).toBeLessThan(10 * 1024 * 1024);
  expect(decoder.push(new Uint8Array(CLIPBOARD_BYTES_MAX - 300_000).fill(0x78))).toHaveLength(1);
});

const tooLong = encodeDesktop({ kind: 'clipboard', text: 'x'.repeat(CLIPBOARD_BYTES_MAX + 1) });

test.each([
  ['in one chunk', [tooLong.length]],
  ['split in its text', [3, 9000]],
  ['with its last byte in a separate chunk', [tooLong.length - 1]],
])('skips a clipboard message that is too long, %s', (_, cuts) => {
  const next = encodeDesktop({ kind: 'fence', id: 7 });
  expect(decodeAll(pieces(concatBytes([tooLong, next]), cuts))).toEqual([
    { kind: 'skipped', of: 'clipboard', bytes: CLIPBOARD_BYTES_MAX + 1 },
    { kind: 'fence', id: 7 },
  ]);
});

test('reports a skipped message as soon as it is complete', () => {
  expect(decodeAll([tooLong])).toHaveLength(1);
});

test('reads and drops the fields after a field that is too long', () => {
  const path = 'p'.repeat(20_000);
  const read = encodeDesktop({ kind: 'readRequest', request: 1, directory: 2, path, offset: 5n, length: 6 });
  for (const cuts of [[], [100], [read.length - 3], [20_030, 20_031]])
    expect(decodeAll(pieces(read, cuts))).toEqual([{ kind: 'skipped', of: 'readRequest', bytes: 20_000 }]);
});

test('a message with an announced size of four gigabytes allocates no memory', () => {
  const decoder = new DesktopDecoder();
  decoder.push(Uint8Array.of(6, 0xff, 0xff, 0xff, 0xff));
  const piece = new Uint8Array(1024 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 300; at++) expect(decoder.push(piece)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});

test('refuses an endless list', () => {
  const decoder = new DesktopDecoder();
  const flood = () => {
    for (let at = 0; at < 20; at++) decoder.push(new Uint8Array(1024 * 1024));
  };
  decoder.push(Uint8Array.of(26, 0, 0, 0, 1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff));
  expect(flood).toThrow(WireError);
});

test('refuses an unexpected message at its first byte', () => {
  const decoder = new DesktopDecoder((kind) => kind === 'fence');
  expect(decoder.push(encodeDesktop({ kind: 'fence', id: 1 }))).toHaveLength(1);
  expect(() => decoder.push(Uint8Array.of(26))).toThrow(WireError);
});

test('random and mutated frames throw only WireError', { timeout: 60_000 }, () => {
  const numbers = new Random(1);
  const random = (below: number) => numbers.below(below);
  const attempt = (decode: () => unknown) => {
    try {
      decode();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    }
  };
  for (let round = 0; round < fuzzRounds(200_000); round++) {
    let frame: Uint8Array;
    if (round % 2 === 0) frame = Uint8Array.from({ length: random(24) }, () => random(256));
    else {
      frame = (frames[random(frames.length)] as Uint8Array).slice(0, 200);
      for (let times = random(4); times >= 0; times--) frame[random(frame.length)] = random(256);
    }
    if (round % 4 < 2) attempt(() => decodeDesktop(frame));
    else attempt(() => new DesktopDecoder().push(frame));
  }
});
