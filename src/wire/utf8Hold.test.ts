import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.ts';
import { fromUtf8, toHex, utf8 } from '../lib/encoding.ts';
import { Utf8Hold } from './utf8Hold.ts';

const FFFD = 'efbfbd';

/** Returns the output for each piece, and then the output of the flush. */
function run(...pieces: number[][]): string[] {
  const hold = new Utf8Hold();
  const out = pieces.map((p) => toHex(hold.push(Uint8Array.from(p))));
  return [...out, toHex(hold.flush())];
}

test('keeps a character that is split over two reads', () => {
  expect(run([0xe2], [0x82, 0xac])).toEqual(['', 'e282ac', '']);
  expect(run([0x61, 0xf0, 0x9f], [0x90], [0xa2, 0x62])).toEqual(['61', '', 'f09f90a262', '']);
});

test('replaces an invalid sequence immediately and once', () => {
  expect(run([0xff, 0x61])).toEqual([`${FFFD}61`, '']);
  expect(run([0xe2, 0x82], [0x61])).toEqual(['', `${FFFD}61`, '']);
  expect(run([0xc0, 0x80])).toEqual([`${FFFD}${FFFD}`, '']);
  expect(run([0xed, 0xa0, 0x80])).toEqual([FFFD.repeat(3), '']);
});

test('flush replaces an incomplete sequence once', () => {
  expect(run([0xf0, 0x9f, 0x90])).toEqual(['', FFFD]);
});

test('passes on a replacement character in the input', () => {
  expect(run([0xef, 0xbf], [0xbd])).toEqual(['', FFFD, '']);
});

test('keeps a byte order mark', () => {
  expect(run([0xef, 0xbb, 0xbf, 0x61])).toEqual(['efbbbf61', '']);
});

test('starts a new stream after flush', () => {
  const hold = new Utf8Hold();
  hold.push(Uint8Array.of(0xe2));
  hold.flush();
  expect(fromUtf8(hold.push(utf8('ok')))).toBe('ok');
});

test('random pieces add up to the whole text, end on characters, and are delayed by at most three bytes', () => {
  const random = new Random(7);
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: random.below(30) }, () =>
      random.pick(['a', 'é', '€', '🐢', '\ufffd', '\n']),
    ).join('');
    const noise = random.chance(0.5) ? random.bytes(random.below(6)) : new Uint8Array();
    const whole = Uint8Array.of(...utf8(text), ...noise, ...utf8(text));
    const hold = new Utf8Hold();
    let out = '';
    for (let at = 0; at < whole.length;) {
      const next = at + 1 + random.below(4);
      out += toStrict(hold.push(whole.subarray(at, next)));
      at = next;
      expect(utf8(out).length).toBeGreaterThanOrEqual(Math.min(at, whole.length) - 3);
    }
    out += toStrict(hold.flush());
    expect(out).toBe(fromUtf8(whole));
  }
});

/** Throws if the piece is not well-formed on its own. */
const toStrict = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
