import { Duplex } from 'node:stream';

/** A longer message of a database, such as a row with a large value, ends the connection. */
const MESSAGE_MAX_BYTES = 16 * 1024 * 1024;

/** How much the libraries may buffer between two rows, or for a statement of the gateway. */
const KEPT_MAX_BYTES = 32 * 1024 * 1024;
/** Memory of a message, beyond its bytes. */
const MESSAGE_OVERHEAD_BYTES = 200;

const TOO_MUCH = 'The database sent more than 32 MB without a row of the result, and the connection was closed.';
const TOO_LARGE =
  'The database sent more than 16 MB at once, and the connection was closed. Select fewer columns, or parts of large values.';

/**
 * The connection to a database that the client library uses. It can be paused: then the server waits, and no data piles
 * up in the gateway. It has the socket methods that the libraries call.
 */
export class PacedStream extends Duplex {
  #raw: Duplex;
  #isHeld = false;
  #wantsMore = false;
  #unread = 0;
  #bufferedBytes = 0;
  #isTurnComing = false;

  constructor(raw: Duplex) {
    super({ allowHalfOpen: false });
    this.#raw = raw;
    raw.on('data', (chunk: Buffer) => this.#take(chunk));
    raw.on('end', () => this.push(null));
    raw.on('error', (error) => this.destroy(error));
    raw.on('close', () => this.destroy());
    raw.pause();
  }

  /** A message was read completely: resets the count of unread bytes. `bytes`: its size, if the library keeps it. */
  noteMessage(bytes: number): void {
    this.#unread = 0;
    if (bytes === 0) return;
    this.#bufferedBytes += bytes + MESSAGE_OVERHEAD_BYTES;
    if (this.#bufferedBytes > KEPT_MAX_BYTES) this.destroy(new Error(TOO_MUCH));
  }

  /** A statement starts, or a row was read: resets the count of kept bytes. */
  resetKept(): void {
    this.#bufferedBytes = 0;
  }

  hold(): void {
    this.#isHeld = true;
    this.#raw.pause();
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#readOn();
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  override _read(): void {
    this.#wantsMore = true;
    this.#readOn();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#raw.write(chunk, done);
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#raw.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#raw.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#raw.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    this.#unread += chunk.length;
    if (this.#unread > MESSAGE_MAX_BYTES) return void this.destroy(new Error(TOO_LARGE));
    this.#raw.pause();
    this.#wantsMore = this.push(chunk);
    this.#readOn();
  }

  /** In the next turn of the event loop, so that other work runs in between if a server floods. */
  #readOn(): void {
    if (this.#isTurnComing) return;
    this.#isTurnComing = true;
    setImmediate(() => {
      this.#isTurnComing = false;
      if (this.#wantsMore && !this.#isHeld) this.#raw.resume();
    });
  }
}
