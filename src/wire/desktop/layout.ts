// Encoding of desktop messages: fields in sequence, integers big endian (streams §5.2).
import { concatBytes, utf8 } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';

/** The message is longer than the bytes read so far. It can be read when there are `need` bytes. */
export class Incomplete extends WireError {
  override name = 'Incomplete';
  readonly need: number;

  constructor(need: number) {
    super('the message is cut off');
    this.need = need;
  }
}

/** A field is longer than its limit, and the contract requires that its bytes are skipped (streams §5.13). */
export class Oversize extends WireError {
  override name = 'Oversize';
  readonly bytes: number;
  readonly end: number;

  /** `end`: the offset where the bytes of the field begin. */
  constructor(bytes: number, end: number) {
    super(`a field of ${bytes} bytes is too long`);
    this.bytes = bytes;
    this.end = end;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  #view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Returns a view, not a copy. Throws Incomplete. */
  take(length: number): Uint8Array {
    const at = this.#pass(length);
    return this.bytes.subarray(at, at + length);
  }

  u8 = (): number => this.#view.getUint8(this.#pass(1));
  u16 = (): number => this.#view.getUint16(this.#pass(2));
  i16 = (): number => this.#view.getInt16(this.#pass(2));
  u32 = (): number => this.#view.getUint32(this.#pass(4));
  u64 = (): bigint => this.#view.getBigUint64(this.#pass(8));

  #pass(length: number): number {
    const at = this.at;
    if (at + length > this.bytes.length) throw new Incomplete(at + length);
    this.at = at + length;
    return at;
  }
}

export class ByteWriter {
  #parts: Uint8Array[] = [];

  raw(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  u8 = (value: number): void => this.raw(Uint8Array.of(value));
  u16 = (value: number): void => this.#number(2, (view) => view.setUint16(0, value));
  i16 = (value: number): void => this.#number(2, (view) => view.setInt16(0, value));
  u32 = (value: number): void => this.#number(4, (view) => view.setUint32(0, value));
  u64 = (value: bigint): void => this.#number(8, (view) => view.setBigUint64(0, value));

  toBytes(): Uint8Array<ArrayBuffer> {
    return concatBytes(this.#parts);
  }

  #number(bytes: number, set: (view: DataView) => void): void {
    const part = new Uint8Array(bytes);
    set(new DataView(part.buffer));
    this.raw(part);
  }
}

export type Field<T> = { read(from: ByteReader): T; write(to: ByteWriter, value: T): void };

export const u8: Field<number> = { read: (from) => from.u8(), write: (to, value) => to.u8(value) };
export const u16: Field<number> = { read: (from) => from.u16(), write: (to, value) => to.u16(value) };
export const i16: Field<number> = { read: (from) => from.i16(), write: (to, value) => to.i16(value) };
export const u32: Field<number> = { read: (from) => from.u32(), write: (to, value) => to.u32(value) };
export const u64: Field<bigint> = { read: (from) => from.u64(), write: (to, value) => to.u64(value) };

/** 0 or 1 in one byte. */
export const flag: Field<boolean> = {
  read: (from) => among(from.u8(), 1) === 1,
  write: (to, value) => to.u8(value ? 1 : 0),
};

/** A number from 0 to `max`. Other values are an error of the sender. */
export const upTo = (of: Field<number>, max: number): Field<number> => ({
  read: (from) => among(of.read(from), max),
  write: (to, value) => of.write(to, value),
});

function among(value: number, max: number): number {
  if (value > max) throw new WireError(`a value of ${value} where ${max} is the most`);
  return value;
}

const text = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text after its length in bytes. Ill-formed UTF-8 is replaced. */
export function str(max: number, tooLong: 'skip' | 'fatal' = 'skip'): Field<string> {
  const of = bytes(max, tooLong);
  return { read: (from) => text.decode(of.read(from)), write: (to, value) => of.write(to, utf8(value)) };
}

/** Bytes after their length, as a view into the input. */
export const bytes = (max: number, tooLong: 'skip' | 'fatal' = 'skip'): Field<Uint8Array> => ({
  read(from) {
    const length = from.u32();
    if (length <= max) return from.take(length);
    if (tooLong === 'skip') throw new Oversize(length, from.at);
    throw new WireError(`${length} bytes where ${max} are the most`);
  },
  write(to, value) {
    to.u32(value.length);
    to.raw(value);
  },
});

/** Values after their count. */
export const list = <T>(of: Field<T>): Field<T[]> => ({
  read(from) {
    const count = from.u32();
    const values: T[] = [];
    for (let at = 0; at < count; at++) values.push(of.read(from));
    return values;
  },
  write(to, values) {
    to.u32(values.length);
    for (const value of values) of.write(to, value);
  },
});

// oxlint-disable-next-line typescript/no-explicit-any -- a field both takes and gives its type
type Layout = Record<string, Field<any>>;
type Values<L extends Layout> = { [K in keyof L]: L[K] extends Field<infer T> ? T : never };

/** Several fields as one. */
export const group = <L extends Layout>(layout: L): Field<Values<L>> => ({
  read: (from) => readAll(layout, from) as Values<L>,
  write: (to, value) => writeAll(layout, to, value),
});

/** A message type: its number in the first byte, its name in this code, and its fields in order. */
export type MessageType<K extends string = string, L extends Layout = Layout> = { type: number; kind: K; layout: L };
export type MessageOf<D> = D extends MessageType<infer K, infer L> ? { kind: K } & Values<L> : never;

export const message = <const K extends string, L extends Layout>(
  type: number,
  kind: K,
  layout: L,
): MessageType<K, L> => ({ type, kind, layout });

/** Reads the fields of a message, starting with the field number `first`. */
export function readAll(layout: Layout, from: ByteReader, first = 0, onField?: (index: number) => void) {
  const values: Record<string, unknown> = {};
  for (const [index, [key, field]] of Object.entries(layout).entries()) {
    if (index < first) continue;
    onField?.(index);
    values[key] = field.read(from);
  }
  return values;
}

export function writeAll(layout: Layout, to: ByteWriter, values: Record<string, unknown>): void {
  for (const [key, field] of Object.entries(layout)) field.write(to, values[key]);
}
