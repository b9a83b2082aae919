import { expect, test } from 'vitest';
import { fromUtf8, utf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope } from '../../src/wire/envelope.ts';
import { OutputFrames } from './OutputFrames.ts';

const texts = (frames: readonly Uint8Array[]) => frames.map((frame) => fromUtf8(decodeEnvelope(frame).payload));

test('an incomplete character is held back until it is complete', () => {
  const output = new OutputFrames();
  expect(texts(output.push(Buffer.from([0x61, 0xe2])))).toEqual(['a']);
  expect(texts(output.push(Buffer.from([0x82])))).toEqual([]);
  expect(texts(output.push(Buffer.from([0xac, 0x62])))).toEqual(['€b']);
});

test('an incomplete character is shown at the end', () => {
  const output = new OutputFrames();
  output.push(Buffer.from([0xe2]));
  expect(texts(output.flush())).toEqual(['\ufffd']);
  expect(output.flush()).toEqual([]);
});

test('long output is split into frames of 32 KiB', () => {
  const frames = texts(new OutputFrames().push(utf8('x'.repeat(70_000))));
  expect(frames.map((text) => text.length)).toEqual([32_768, 32_768, 4464]);
});

test('the replay for new participants has the last thousand bytes, regardless of chunks', () => {
  const output = new OutputFrames();
  expect(output.replay()).toEqual([]);
  for (const piece of ['a'.repeat(600), 'b'.repeat(300), 'c'.repeat(300)]) output.push(utf8(piece));
  expect(texts(output.replay())).toEqual(['a'.repeat(400) + 'b'.repeat(300) + 'c'.repeat(300)]);
  output.push(utf8('€'.repeat(1000)));
  expect(texts(output.replay())).toEqual(['€'.repeat(333)]);
});

test.each([
  ['a line', `${'x'.repeat(50)}\r\nwhole${'y'.repeat(980)}`, 'whole'],
  ['an escape sequence', `${'x'.repeat(50)}\u001b[1mbold${'y'.repeat(980)}`, '\u001b[1mbold'],
])('the replay starts at the beginning of %s', (_, printed, begins) => {
  const output = new OutputFrames();
  output.push(utf8(printed));
  expect(texts(output.replay())[0]?.startsWith(begins)).toBe(true);
});
