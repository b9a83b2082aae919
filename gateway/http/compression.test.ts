import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { acceptedEncoding, compressed, PackedText, compressedStream } from './compression.ts';

const BODY = Buffer.from(JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, name: `server-${id}` }))));

describe('the encoding for the Accept-Encoding header', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['BR ; Q=0.8', 'br'],
    ['br;q=0, gzip;q=0.000', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=2, gzip;q=x', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.1, gzip;q=0.5', 'gzip'],
    ['gzipped, bro', undefined],
    ['*', undefined],
  ])('%s is %s', (header, encoding) => {
    expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding);
  });
});

describe('a body', () => {
  test('has the same bytes after decompression', async () => {
    const brotli = await compressed(BODY, 'gzip, br');
    expect(brotli?.encoding).toBe('br');
    expect(brotliDecompressSync(brotli?.body ?? '')).toEqual(BODY);
    const zipped = await compressed(BODY, 'gzip');
    expect(gunzipSync(zipped?.body ?? '')).toEqual(BODY);
  });
  test('of at most 8 kB is not compressed', async () => {
    expect(await compressed(BODY.subarray(0, 8_000), 'br')).toBeUndefined();
    expect(await compressed(BODY.subarray(0, 8_001), 'br')).toBeDefined();
  });
  test('is not compressed while too many others wait, and later ones are compressed again', async () => {
    const many = await Promise.all(Array.from({ length: 100 }, () => compressed(BODY, 'br')));
    expect(many.filter((one) => one !== undefined)).toHaveLength(34);
    expect(await compressed(BODY, 'br')).toBeDefined();
  });
  test('in chunks is compressed as a stream', async () => {
    const packed = compressedStream(Readable.from([BODY.subarray(0, 100), BODY.subarray(100)]), 'br');
    expect(brotliDecompressSync(await buffer(packed?.body ?? Readable.from([])))).toEqual(BODY);
    expect(compressedStream(Readable.from([]), undefined)).toBeUndefined();
  });
});

describe('a text that seldom changes', () => {
  test('is compressed once, and again after a change', () => {
    const text = new PackedText();
    const once = text.of('var a = 1;', 'gzip, br');
    expect(once?.encoding).toBe('br');
    expect(brotliDecompressSync(once?.body ?? '').toString()).toBe('var a = 1;');
    expect(text.of('var a = 1;', 'br')?.body).toBe(once?.body);
    expect(gunzipSync(text.of('var a = 1;', 'gzip')?.body ?? '').toString()).toBe('var a = 1;');
    expect(brotliDecompressSync(text.of('var a = 2;', 'br')?.body ?? '').toString()).toBe('var a = 2;');
    expect(text.of('var a = 2;', undefined)).toBeUndefined();
  });
});
