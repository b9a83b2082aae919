import { concatBytes } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { ByteReader, Incomplete, Oversize, readAll, type MessageType } from './layout.ts';
import { messageType, type DesktopMessage, type DesktopMessageKind } from './messages.ts';

/**
 * `skipped`: a message whose text or data exceeds the limit of the contract. The session warns its sender (streams
 * §5.13).
 */
export type Decoded = DesktopMessage | { kind: 'skipped'; of: DesktopMessageKind; bytes: number };

/** A message that is being skipped. `field` is the first field after the skipped bytes. */
type PartialMessage = { type: MessageType; field: number; bytes: number; left: number };

/** Longer than any message whose fields respect their limits, since a list can have any number of entries. */
const WAITING_MAX = 16 * 1024 * 1024;

/** Decodes messages from bytes that arrive in any pieces: several messages in one, or one in several (streams §5.2). */
export class DesktopDecoder {
  /** Bytes of an incomplete message, and room for more: single bytes would each take a hundred. */
  #buffer = new Uint8Array();
  #buffered = 0;
  /** Bytes needed for the next attempt, so that a message in small pieces is not parsed again for each of them. */
  #need = 0;
  #partial: PartialMessage | undefined;
  #accepts: (kind: DesktopMessageKind) => boolean;

  /** `accepts`: the expected kinds of messages. Others are refused at their first byte. */
  constructor(accepts: (kind: DesktopMessageKind) => boolean = () => true) {
    this.#accepts = accepts;
  }

  /**
   * The messages that are complete with this piece. Their bytes may be views into it. Throws WireError for an invalid
   * message. The decoder cannot be used after that.
   */
  push(piece: Uint8Array): Decoded[] {
    const found: Decoded[] = [];
    let bytes = this.#pass(piece);
    const isShort = this.#buffered + bytes.length < this.#need;
    if (isShort || this.#buffered > 0) bytes = this.#keep(bytes);
    if (isShort) return found;
    this.#buffer = new Uint8Array();
    this.#buffered = 0;
    this.#need = 0;
    while (bytes.length > 0 || this.#partial?.left === 0) {
      const used = this.#read(bytes, found);
      if (used === undefined) break;
      bytes = this.#pass(bytes.subarray(used));
    }
    this.#keep(bytes);
    return found;
  }

  /** Reads one message, or the rest of a skipped one. Undefined if it is incomplete. */
  #read(bytes: Uint8Array, found: Decoded[]): number | undefined {
    const from = new ByteReader(bytes);
    const passed = this.#partial;
    if (passed && passed.left > 0) return undefined;
    const type = passed?.type ?? this.#typeOf(from.u8());
    let field = passed?.field ?? 0;
    try {
      const values = readAll(type.layout, from, field, (index) => (field = index));
      const kind = type.kind as DesktopMessageKind;
      this.#partial = undefined;
      found.push(passed ? { kind: 'skipped', of: kind, bytes: passed.bytes } : ({ kind, ...values } as DesktopMessage));
      return from.at;
    } catch (error) {
      if (error instanceof Incomplete) {
        this.#need = error.need;
        return undefined;
      }
      if (!(error instanceof Oversize)) throw error;
      this.#partial = { type, field: field + 1, bytes: error.bytes, left: error.bytes };
      return error.end;
    }
  }

  #typeOf(byte: number): MessageType {
    const type = messageType(byte);
    if (!this.#accepts(type.kind as DesktopMessageKind)) throw new WireError(`a message ${type.kind} is not expected`);
    return type;
  }

  /** The rest of a piece after the bytes to skip. */
  #pass(bytes: Uint8Array): Uint8Array {
    if (!this.#partial) return bytes;
    const length = Math.min(this.#partial.left, bytes.length);
    this.#partial.left -= length;
    return bytes.subarray(length);
  }

  #keep(bytes: Uint8Array): Uint8Array {
    const length = this.#buffered + bytes.length;
    if (length > WAITING_MAX) throw new WireError('a message that does not end');
    if (length > this.#buffer.length)
      this.#buffer = concatBytes([this.#buffer.subarray(0, this.#buffered), new Uint8Array(length)]);
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered = length;
    return this.#buffer.subarray(0, length);
  }
}
