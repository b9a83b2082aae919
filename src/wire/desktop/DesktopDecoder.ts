import { concatBytes } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { ByteReader, Incomplete, Oversize, readAll, type MessageType } from './layout.ts';
import { messageType, type DesktopMessage, type DesktopMessageKind } from './messages.ts';

/** `skipped`: a message whose text or data was longer than the contract allows; its sender is warned (streams §5.13). */
export type Decoded = DesktopMessage | { kind: 'skipped'; of: DesktopMessageKind; bytes: number };

/** The message under way; `field` is the first that is still to be read, where those before have been passed over. */
type Passing = { type: MessageType; field: number; bytes: number; left: number };

/** Longer than any message whose fields keep to their limits; a list may have any number of entries. */
const WAITING_MAX = 16 * 1024 * 1024;

/** Messages out of bytes that come in any pieces: several in one, or one in several (streams §5.2). */
export class DesktopDecoder {
  #rest: Uint8Array[] = [];
  #waiting = 0;
  /** Bytes that are needed before reading is tried again: a message in small pieces must not be read for each. */
  #need = 0;
  #passing: Passing | undefined;
  #accepts: (kind: DesktopMessageKind) => boolean;

  /** `accepts`: what may come at all. Anything else is refused at its first byte. */
  constructor(accepts: (kind: DesktopMessageKind) => boolean = () => true) {
    this.#accepts = accepts;
  }

  /**
   * The messages that are whole with this piece; their bytes may be views into it. Throws WireError for what is no
   * message: nothing that comes after can be read.
   */
  push(piece: Uint8Array): Decoded[] {
    const found: Decoded[] = [];
    let bytes = this.#pass(piece);
    if (this.#waiting + bytes.length < this.#need) {
      this.#keep(bytes);
      return found;
    }
    if (this.#waiting > 0) bytes = concatBytes([...this.#rest, bytes]);
    this.#rest = [];
    this.#waiting = 0;
    this.#need = 0;
    while (bytes.length > 0 || this.#passing?.left === 0) {
      const used = this.#read(bytes, found);
      if (used === undefined) break;
      bytes = this.#pass(bytes.subarray(used));
    }
    this.#keep(bytes);
    return found;
  }

  /** Reads one message, or what is left of one that is passed over. undefined: its rest is still to come. */
  #read(bytes: Uint8Array, found: Decoded[]): number | undefined {
    const from = new ByteReader(bytes);
    const passed = this.#passing;
    if (passed && passed.left > 0) return undefined;
    const type = passed?.type ?? this.#typeOf(from.u8());
    let field = passed?.field ?? 0;
    try {
      const values = readAll(type.layout, from, field, (index) => (field = index));
      const kind = type.kind as DesktopMessageKind;
      this.#passing = undefined;
      found.push(passed ? { kind: 'skipped', of: kind, bytes: passed.bytes } : ({ kind, ...values } as DesktopMessage));
      return from.at;
    } catch (error) {
      if (error instanceof Incomplete) {
        this.#need = error.need;
        return undefined;
      }
      if (!(error instanceof Oversize)) throw error;
      this.#passing = { type, field: field + 1, bytes: error.bytes, left: error.bytes };
      return error.end;
    }
  }

  #typeOf(byte: number): MessageType {
    const type = messageType(byte);
    if (!this.#accepts(type.kind as DesktopMessageKind)) throw new WireError(`a message ${type.kind} is not expected`);
    return type;
  }

  /** What is left of a piece after the bytes that are passed over. */
  #pass(bytes: Uint8Array): Uint8Array {
    if (!this.#passing) return bytes;
    const length = Math.min(this.#passing.left, bytes.length);
    this.#passing.left -= length;
    return bytes.subarray(length);
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#rest.push(bytes.slice());
    this.#waiting += bytes.length;
    if (this.#waiting > WAITING_MAX) throw new WireError('a message that does not end');
  }
}
