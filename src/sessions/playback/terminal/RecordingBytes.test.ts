import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK_BYTES } from '../../../api/recordingData.ts';
import { RecordingBytes } from './RecordingBytes.ts';

const TOTAL = 40 * CHUNK_BYTES + 100;
const { signal } = new AbortController();

/** Does what browsers do. Node 20 does not have this method. */
function transfer(this: ArrayBuffer): ArrayBuffer {
  structuredClone(this, { transfer: [this] });
  return new ArrayBuffer();
}
beforeAll(() => void Object.assign(ArrayBuffer.prototype, { transfer }));
afterAll(() => void Reflect.deleteProperty(ArrayBuffer.prototype, 'transfer'));

/** Each byte of the output is the number of its chunk. */
function recording() {
  const asked: number[] = [];
  const handed: Uint8Array[] = [];
  const bytes = new RecordingBytes(({ offset, bytes: length }) => {
    asked.push(offset / CHUNK_BYTES);
    const part = new Uint8Array(Math.max(0, Math.min(length, TOTAL - offset)));
    for (let at = 0; at < part.length; at += CHUNK_BYTES) part.fill((offset + at) / CHUNK_BYTES, at, at + CHUNK_BYTES);
    handed.push(part);
    return Promise.resolve(part);
  });
  return { asked, handed, bytes };
}

test('reads across chunks, and returns fewer bytes at the end', async () => {
  const { bytes, asked } = recording();
  expect([...(await bytes.read(CHUNK_BYTES - 1, 3, signal))]).toEqual([0, 1, 1]);
  expect(asked).toEqual([0]); // adjacent chunks in one request
  expect(await bytes.read(TOTAL - 10, 50, signal)).toHaveLength(10);
  expect(await bytes.read(TOTAL + CHUNK_BYTES, 50, signal)).toHaveLength(0);
});

test('returned bytes stay valid after their chunk is dropped and its memory is released', async () => {
  const { bytes, asked, handed } = recording();
  const first = await bytes.read(0, 8, signal);
  for (let index = 1; index < 30; index++) await bytes.read(index * CHUNK_BYTES, 1, signal);
  expect([...first]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(handed[0]).toHaveLength(0);
  expect([...(await bytes.read(0, 2, signal))]).toEqual([0, 0]);
  expect(asked.filter((index) => index === 0)).toHaveLength(2);
});

test('a pending read completes although its chunk is dropped', async () => {
  const { bytes } = recording();
  const waiting = bytes.read(3 * CHUNK_BYTES, 2, signal);
  for (let index = 4; index < 30; index++) bytes.prefetch(index * CHUNK_BYTES, 1);
  expect([...(await waiting)]).toEqual([3, 3]);
});
