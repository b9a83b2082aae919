// Checks messages of a PostgreSQL server before its library parses them: the parser throws outside of every try, and
// some messages make it loop forever.
import type { Duplex } from 'node:stream';
import { unreadable } from '../DatabaseConnection.ts';
import type { PacedStream } from '../PacedStream.ts';

/** Type and length. */
const HEADER_BYTES = 5;
/** Parsed in one turn of the event loop: the shortest messages can need an answer each. */
const PIECE_BYTES = 8 * 1024;
const [DATA_ROW, ERROR, NOTICE] = [0x44, 0x45, 0x4e];

type Listen = { on(event: string, listener: (bytes: Buffer) => void): void };
type Source = Listen & Pick<Duplex, 'pause' | 'resume' | 'unshift'>;
/** Undeclared parts of the package's connection. `source`: the stream it reads, with TLS the decrypted one. */
type Wire = { attachListeners(source: Listen): void };

/** Call it before the connection is made. An invalid message destroys `stream`. */
export function checkMessages(connection: object, stream: PacedStream): void {
  const wire = connection as Wire;
  const attach = wire.attachListeners.bind(wire);
  wire.attachListeners = (source: Source) =>
    attach({
      on: (event, listener) => source.on(event, event === 'data' ? checked(listener, source, stream) : listener),
    });
}

function checked(parse: (bytes: Buffer) => void, source: Source, stream: PacedStream): (bytes: Buffer) => void {
  const messages = new WholeMessages();
  return (bytes) => {
    if (stream.destroyed) return;
    try {
      if (bytes.length > PIECE_BYTES) {
        source.pause();
        source.unshift(bytes.subarray(PIECE_BYTES));
        setImmediate(() => source.resume());
      }
      const whole = messages.add(bytes.subarray(0, PIECE_BYTES));
      if (whole.length > 0) parse(whole);
    } catch (error) {
      stream.destroy(unreadable(error));
    }
  };
}

class WholeMessages {
  #parts: Buffer[] = [];
  #length = 0;
  #needed = HEADER_BYTES;

  /** Returns the messages that are complete now. Throws on an invalid one. */
  add(part: Buffer): Buffer {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < this.#needed) return part.subarray(0, 0);
    const bytes = this.#parts.length === 1 ? part : Buffer.concat(this.#parts, this.#length);
    let end = 0;
    this.#needed = HEADER_BYTES;
    while (bytes.length - end >= HEADER_BYTES) {
      const size = 1 + bytes.readUInt32BE(end + 1);
      if (size < HEADER_BYTES) throw new Error('a message without a length');
      if (bytes.length - end < size) {
        this.#needed = size;
        break;
      }
      checkMessage(bytes.subarray(end, (end += size)));
    }
    this.#parts = [bytes.subarray(end)];
    this.#length = bytes.length - end;
    return bytes.subarray(0, end);
  }
}

function checkMessage(message: Buffer): void {
  const type = message[0];
  if (type === DATA_ROW) checkRow(message);
  if (type !== ERROR && type !== NOTICE) return;
  // Fields are a letter and a zero-terminated text. The parser looks for a zero in the place of a letter.
  const isEnded = message.at(-1) === 0 && (message.length === HEADER_BYTES + 1 || message.at(-2) === 0);
  if (!isEnded) throw new Error('an error message without an end');
}

/** For a negative length, the parser goes back and may read the same value thousands of times. */
function checkRow(row: Buffer): void {
  let at = HEADER_BYTES + 2;
  for (let fields = row.readInt16BE(HEADER_BYTES); fields > 0; fields--) {
    const length = row.readInt32BE(at);
    at += 4 + Math.max(0, length);
    if (length < -1 || at > row.length) throw new Error('a row that is longer than its message');
  }
}
