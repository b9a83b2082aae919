// The frame of the terminal and command sockets: one protobuf message with three strings (streams §2).
import { utf8 } from '../lib/encoding.ts';

/** The only error that decoders of this room throw: the bytes or the text do not match the contract. */
export class WireError extends Error {
  override name = 'WireError';
}

/** The decoded value, or undefined if `decode` throws a `WireError`. For messages that nothing depends on. */
export function readable<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

export type Envelope = { type: string; payload: Uint8Array };

/** Tag bytes of the three fields: number << 3 | wire type 2. */
const VERSION_TAG = 0x0a;
const TYPE_TAG = 0x12;
const PAYLOAD_TAG = 0x1a;
const VERSION = 0x31; // "1"

const WIRE_VARINT = 0;
const WIRE_64_BIT = 1;
const WIRE_LENGTH = 2;
const WIRE_32_BIT = 5;
const MAX_FIELD_NUMBER = 2 ** 29 - 1;
/** Far above what any release writes. Millions of fields in one frame would take a second. */
const MAX_FIELDS = 100;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * One frame in the canonical order, which clients read byte by byte. The two sides encode an empty payload differently:
 * a server leaves the field out, a client writes it with length zero (streams §2).
 */
export function encodeEnvelope(
  type: string,
  payload: string | Uint8Array,
  side: 'server' | 'client' = 'server',
): Uint8Array<ArrayBuffer> {
  const typeBytes = utf8(type);
  const body = typeof payload === 'string' ? utf8(payload) : payload;
  const withPayload = body.length > 0 || side === 'client';
  const head = 3 + 1 + varintSize(typeBytes.length) + typeBytes.length;
  const frame = new Uint8Array(head + (withPayload ? 1 + varintSize(body.length) + body.length : 0));
  frame.set([VERSION_TAG, 1, VERSION, TYPE_TAG]);
  frame.set(typeBytes, writeVarint(frame, 4, typeBytes.length));
  if (withPayload) {
    frame[head] = PAYLOAD_TAG;
    frame.set(body, writeVarint(frame, head + 1, body.length));
  }
  return frame;
}

/**
 * Reads a frame in any field order. As in every protobuf reader, unknown fields are skipped, and the last one of a
 * repeated field counts. `payload` is a view into `bytes`: copy it before the buffer is used again. Its text may be
 * ill-formed UTF-8. The caller handles an unknown `type`.
 */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  let type: string | undefined;
  let payload = bytes.subarray(bytes.length);
  for (let at = 0, fields = 0; at < bytes.length;) {
    if (++fields > MAX_FIELDS) throw new WireError(`envelope: more than ${MAX_FIELDS} fields`);
    const tag = readVarint(bytes, at);
    if (tag.value === TYPE_TAG || tag.value === PAYLOAD_TAG || tag.value === VERSION_TAG) {
      const field = readField(bytes, tag.next);
      if (tag.value === TYPE_TAG) type = toType(field.value);
      else if (tag.value === PAYLOAD_TAG) payload = field.value;
      at = field.next;
    } else at = skipUnknown(bytes, tag.next, tag.value);
  }
  if (type === undefined) throw new WireError('envelope: no type');
  return { type, payload };
}

function readField(bytes: Uint8Array, at: number): { value: Uint8Array; next: number } {
  const length = readVarint(bytes, at);
  const left = bytes.length - length.next;
  if (length.value > left) throw new WireError(`envelope: a field claims ${length.value} bytes, ${left} are left`);
  const next = length.next + length.value;
  return { value: bytes.subarray(length.next, next), next };
}

function toType(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new WireError('envelope: the type is not UTF-8');
  }
}

/** Skips a field of another release. A known field with another wire type is an error, not a newer field. */
function skipUnknown(bytes: Uint8Array, at: number, tag: number): number {
  const number = Math.floor(tag / 8);
  if (number === 0 || number > MAX_FIELD_NUMBER) throw new WireError(`envelope: field number ${number}`);
  const wireType = tag % 8;
  if (number <= 3) throw new WireError(`envelope: field ${number} with wire type ${wireType}`);
  switch (wireType) {
    case WIRE_VARINT:
      return readVarint(bytes, at).next;
    case WIRE_LENGTH:
      return readField(bytes, at).next;
    case WIRE_64_BIT:
      return skipBytes(bytes, at, 8);
    case WIRE_32_BIT:
      return skipBytes(bytes, at, 4);
    default:
      throw new WireError(`envelope: wire type ${wireType}`);
  }
}

function skipBytes(bytes: Uint8Array, at: number, count: number): number {
  if (at + count > bytes.length) throw new WireError('envelope: cut off');
  return at + count;
}

/** The longest encoding of a 64-bit number in groups of seven bits. */
const MAX_BYTES = 10;

type Varint = { value: number; next: number };

/**
 * Reads the number at `at`. `next` is the offset after it. Longer encodings than needed are accepted, as in every
 * protobuf reader. Values beyond 2^53 are inexact, which is good enough to detect an impossible length.
 */
function readVarint(bytes: Uint8Array, at: number): Varint {
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

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

/** Writes the shortest encoding at `at` and returns the offset after it. */
function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let offset = at;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[offset++] = (rest % 0x80) | 0x80;
  bytes[offset++] = rest;
  return offset;
}
