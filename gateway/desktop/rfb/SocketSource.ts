import type { Duplex } from 'node:stream';
import { DesktopError } from '../target.ts';

/** The byte source of decoders: a socket, or data inflated from one. */
export interface ByteSource {
  /** Exactly `length` bytes, perhaps as a view. Rejects with DesktopError if the stream ends before. */
  take(length: number): Promise<Buffer> | Buffer;
}

/** The other side has closed the connection. */
export class ClosedError extends DesktopError {
  override name = 'ClosedError';
}

/** Reads a socket on demand: other data stays in the buffers of the operating system. */
export class SocketSource implements ByteSource {
  /** Bytes taken so far. */
  taken = 0;
  #socket: Duplex;
  #chunks: Buffer[] = [];
  #length = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on('readable', this.#onReadable);
    socket.on('end', this.#onClose);
    socket.on('close', this.#onClose);
    socket.on('error', this.#onError);
  }

  take(length: number): Promise<Buffer> | Buffer {
    return this.#length >= length ? this.#cut(length) : this.#wait(length);
  }

  async u8(): Promise<number> {
    return (await this.take(1)).readUInt8();
  }

  async u16(): Promise<number> {
    return (await this.take(2)).readUInt16BE();
  }

  async u32(): Promise<number> {
    return (await this.take(4)).readUInt32BE();
  }

  async i32(): Promise<number> {
    return (await this.take(4)).readInt32BE();
  }

  /** Gives the socket to another reader. Throws if there are bytes that the other reader would miss. */
  release(): Duplex {
    for (const [event, listener] of [
      ['readable', this.#onReadable],
      ['end', this.#onClose],
      ['close', this.#onClose],
    ] as const)
      this.#socket.off(event, listener);
    if (this.#length > 0 || this.#socket.readableLength > 0) throw new DesktopError('bytes before encryption');
    return this.#socket;
  }

  #onReadable = () => this.#wake?.();
  #onClose = () => this.#fail(new ClosedError('the connection was closed'));
  #onError = (error: Error) => this.#fail(error);

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  async #wait(length: number): Promise<Buffer> {
    while (this.#length < length) {
      const chunk = this.#socket.read() as Buffer | null;
      if (chunk) {
        this.#chunks.push(chunk);
        this.#length += chunk.length;
      } else {
        if (this.#failure) throw this.#failure;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
    return this.#cut(length);
  }

  #cut(length: number): Buffer {
    this.taken += length;
    this.#length -= length;
    let [first] = this.#chunks;
    if (first === undefined) return Buffer.alloc(0);
    if (first.length < length) {
      first = Buffer.concat(this.#chunks);
      this.#chunks = [first];
    }
    if (first.length === length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
    return first.subarray(0, length);
  }
}
