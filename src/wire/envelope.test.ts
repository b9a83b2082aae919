import { describe, expect, test } from 'vitest';
import vectors from '../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { fuzzRounds, Random } from '../../tests/support/random.ts';
import { fromHex, fromUtf8, toHex } from '../lib/encoding.ts';
import { decodeEnvelope, encodeEnvelope, WireError } from './envelope.ts';

type Vector = {
  name: string;
  direction: string;
  fields: { type: string; payload?: string; payloadRepeat?: { char: string; count: number } };
  hex?: string;
  hexHead?: string;
  totalLength?: number;
};
const cases = (vectors.envelope as Vector[]).map((v) => ({
  name: v.name,
  side: v.direction === 'client->server' ? ('client' as const) : ('server' as const),
  type: v.fields.type,
  payload: v.fields.payload ?? v.fields.payloadRepeat?.char.repeat(v.fields.payloadRepeat.count) ?? '',
  hex: v.hex,
  head: v.hexHead,
  length: v.totalLength,
}));
const hex = (text: string): Uint8Array => fromHex(text.replaceAll(' ', ''))!;
const textOf = (frame: Uint8Array) => {
  const { type, payload } = decodeEnvelope(frame);
  return { type, payload: fromUtf8(payload) };
};

describe('published vectors', () => {
  test.each(cases)('are encoded byte for byte: $name', ({ side, type, payload, hex: whole, head, length }) => {
    const frame = encodeEnvelope(type, payload, side);
    if (whole !== undefined) expect(toHex(frame)).toBe(whole);
    else {
      expect(toHex(frame).startsWith(head!)).toBe(true);
      expect(frame.length).toBe(length);
    }
  });
  test.each(cases)('are decoded: $name', ({ side, type, payload, hex: whole }) => {
    const frame = whole !== undefined ? hex(whole) : encodeEnvelope(type, payload, side);
    expect(textOf(frame)).toEqual({ type, payload });
  });
});

test('a server omits an empty payload, and a client writes it with length zero', () => {
  expect(toHex(encodeEnvelope('c', ''))).toBe('0a0131120163');
  expect(toHex(encodeEnvelope('r', '', 'client'))).toBe('0a01311201721a00');
  expect(toHex(encodeEnvelope('r', new Uint8Array(), 'client'))).toBe('0a01311201721a00');
});

test.each([
  [127, '7f'],
  [128, '8001'],
  [16_383, 'ff7f'],
  [16_384, '808001'],
  [20_000, 'a09c01'],
  [32_767, 'ffff01'],
  [65_536, '808004'],
  [2_097_151, 'ffff7f'],
  [2_097_152, '80808001'],
])('a payload of %i bytes is encoded with the length %s and decoded unchanged', (count, length) => {
  const payload = new Random(count).bytes(count);
  const frame = encodeEnvelope('r', payload);
  expect(toHex(frame.subarray(0, 7 + length.length / 2))).toBe(`0a01311201721a${length}`);
  const back = decodeEnvelope(frame);
  expect(back.type).toBe('r');
  expect(Buffer.compare(back.payload, payload)).toBe(0);
});

test('refuses a frame with more than 100 fields', () => {
  const frame = (fields: number) => new Uint8Array(Array.from({ length: fields }, () => [0x12, 1, 0x72]).flat());
  expect(decodeEnvelope(frame(100)).type).toBe('r');
  expect(() => decodeEnvelope(frame(101))).toThrow(WireError);
});

test('the payload is a view of the frame, also inside a larger buffer', () => {
  const buffer = Uint8Array.of(0xff, ...encodeEnvelope('r', 'abc'), 0xff);
  const { payload } = decodeEnvelope(buffer.subarray(1, -1));
  expect(fromUtf8(payload)).toBe('abc');
  expect(payload.buffer).toBe(buffer.buffer);
});

describe('accepts', () => {
  test.each([
    ['fields in another order', '120172 0a0131 1a016c', 'r', 'l'],
    ['a frame without version', '120172 1a016c', 'r', 'l'],
    ['an unknown varint field between known fields', '0a0131 20 ff01 120172 1a016c', 'r', 'l'],
    ['an unknown 64-bit field', '0a0131 21 0102030405060708 120172', 'r', ''],
    ['an unknown 32-bit field', '0a0131 25 01020304 120172', 'r', ''],
    ['an unknown length-delimited field with a two-byte tag', '8201 03 616263 0a0131 120172', 'r', ''],
    ['the last value of a repeated field', '0a0131 120172 1a0161 120163 1a0162', 'c', 'b'],
    ['a length in a non-minimal encoding', '0a0131 120172 1a 818000 6c', 'r', 'l'],
    ['a tag in a non-minimal encoding', '0a0131 920001 72 1a016c', 'r', 'l'],
    ['an unknown frame type', '0a0131 12017a 1a0178', 'z', 'x'],
    ['a frame type of several bytes', '0a0131 1203 e282ac', '€', ''],
  ])('%s', (_name, frame, type, payload) => expect(textOf(hex(frame))).toEqual({ type, payload }));
});

describe('refuses', () => {
  test.each([
    ['an empty frame', ''],
    ['a frame without a type', '0a0131 1a016c'],
    ['a length beyond the end of the frame', '0a0131 120172 1a05616263'],
    ['a length of 2^63', '0a0131 120172 1affffffffffffffffff00'],
    ['an endless length', '0a0131 120172 1affffffffffffffffffff01'],
    ['a truncated length', '0a0131 120172 1a80'],
    ['a truncated tag', '0a0131 120172 80'],
    ['the type as a number', '0a0131 1072'],
    ['the payload as 32 bits', '0a0131 120172 1d01020304'],
    ['the version as 64 bits', '090102030405060708 120172'],
    ['field number zero', '0200 120172'],
    ['a field number beyond 29 bits', '8280808010 00 120172'],
    ['a group', '0a0131 120172 23 24'],
    ['wire type 7', '0a0131 120172 27'],
    ['a truncated unknown 64-bit field', '120172 21 01020304050607'],
    ['a truncated unknown 32-bit field', '120172 25 010203'],
    ['an unknown field beyond the end of the frame', '120172 22 05 61'],
    ['a type that is not UTF-8', '0a0131 1202 c328'],
    ['a type with an incomplete character', '0a0131 1202 e282'],
  ])('%s', (_name, frame) => expect(() => decodeEnvelope(hex(frame))).toThrow(WireError));

  const whole = encodeEnvelope('r', 'x'.repeat(200));
  const complete = new Set([6]); // the type is complete and the payload field has not started
  test('a frame that is truncated inside a field', () => {
    for (let n = 0; n < whole.length; n++) {
      if (complete.has(n)) expect(textOf(whole.subarray(0, n))).toEqual({ type: 'r', payload: '' });
      else expect(() => decodeEnvelope(whole.subarray(0, n)), `${n} bytes`).toThrow(WireError);
    }
  });

  test('each published invalid frame', () => {
    const invalid = vectors.invalid.filter((v) => v.protocol === 'envelope' && v.expect === 'reject');
    expect(invalid.length).toBeGreaterThan(0);
    for (const { hex: frame } of invalid) expect(() => decodeEnvelope(hex(frame))).toThrow(WireError);
  });
});

test('random bytes throw only WireError', { timeout: 300_000 }, () => {
  const seed = 20_240_131;
  const random = new Random(seed);
  const read = { good: 0, refused: 0 };
  const rounds = fuzzRounds(1_000_000);
  for (let round = 0; round < rounds; round++) {
    const frame = random.chance(0.3) ? random.bytes(random.below(40)) : mutated(random);
    try {
      const { payload } = decodeEnvelope(frame);
      if (payload.length >= frame.length) throw new Error('more payload than frame');
      read.good++;
    } catch (error) {
      if (!(error instanceof WireError))
        throw new Error(`seed ${seed}, round ${round}, on ${toHex(frame)}`, { cause: error });
      read.refused++;
    }
  }
  // Both outcomes must be frequent: the test is meaningless if the reader refuses every frame.
  expect(Math.min(read.good, read.refused)).toBeGreaterThan(rounds / 10);
});

const GOOD_FRAMES = ['r', 'w', 's', ''].flatMap((type) =>
  [0, 1, 60, 64, 99].map((count) => encodeEnvelope(type, 'é'.repeat(count))),
);

/** A valid frame with some bytes changed, dropped or repeated. */
function mutated(random: Random): Uint8Array {
  const frame = random.pick(GOOD_FRAMES).slice();
  let { length } = frame;
  for (let change = random.below(4); change > 0; change--) {
    const at = random.below(length);
    const kind = random.below(3);
    const count = kind === 0 ? 0 : 1 + random.below(3);
    if (kind === 0) frame[at] = random.below(256);
    else if (kind === 1) {
      frame.copyWithin(at, at + count);
      length = Math.max(1, length - count);
    } else frame.copyWithin(at + count, at);
  }
  return frame.subarray(0, length);
}
