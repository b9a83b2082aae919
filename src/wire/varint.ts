import { WireError } from './wireError.ts';

/** A 64-bit number in groups of seven bits takes no more bytes than this. */
const MAX_BYTES = 10;

export type Varint = { value: number; next: number };

/**
 * Reads the number at `at`; `next` is the place behind it. Longer spellings than needed are accepted, as every protobuf
 * reader does. Beyond 2^53 the value is inexact: good enough to see that a length lies.
 */
export function readVarint(bytes: Uint8Array, at: number): Varint {
  let value = 0;
  let factor = 1;
  for (let i = 0; i < MAX_BYTES; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new WireError('varint: cut off');
    value += (byte & 0x7f) * factor;
    factor *= 0x80;
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  throw new WireError(`varint: longer than ${MAX_BYTES} bytes`);
}

export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

/** Writes the shortest spelling at `at` and tells the place behind it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let place = at;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[place++] = (rest % 0x80) | 0x80;
  bytes[place++] = rest;
  return place;
}
