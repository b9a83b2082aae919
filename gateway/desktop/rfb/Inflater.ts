import { constants, createInflate, type Inflate } from 'node:zlib';
import { DesktopError } from '../target.ts';
import type { ByteSource } from './SocketSource.ts';

/** One piece inflates to at most a thousand times its size: 16 MiB. */
const PIECE_BYTES = 16 * 1024;

/** A zlib stream across many rectangles. Compressed bytes are read only when inflated ones are taken. */
export class Inflater implements ByteSource {
  #stream: Inflate = createInflate({ flush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 });
  #source: ByteSource;
  #remaining = 0;
  #chunks: Buffer[] = [];
  #length = 0;
  #settle: ((error?: Error) => void) | undefined;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    });
    const fail = () => this.#settle?.(new DesktopError('broken zlib data'));
    this.#stream.on('error', fail);
    this.#stream.on('end', fail); // Node calls no callback for bytes after the end
  }

  /** The next `length` bytes of the source are the compressed data of a rectangle. */
  begin(length: number): void {
    this.#remaining = length;
  }

  async take(length: number): Promise<Buffer> {
    const bytes = await this.fill(length);
    if (bytes.length < length) throw new DesktopError('zlib data that end too early');
    this.skip(length);
    return bytes.subarray(0, length);
  }

  /** At least `length` bytes, or all remaining bytes of the rectangle. They stay until `skip`. */
  async fill(length: number): Promise<Buffer> {
    while (this.#length < length && this.#remaining > 0) await this.#inflatePiece();
    const [first] = this.#chunks;
    if (first === undefined) return Buffer.alloc(0);
    if (this.#chunks.length === 1) return first;
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }

  skip(length: number): void {
    const [first] = this.#chunks;
    if (first === undefined || length === 0) return;
    this.#length -= length;
    if (first.length === length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
  }

  /** Reads the end of the rectangle. Rejects if it has more data than was taken: a server could send endless data. */
  async finish(): Promise<void> {
    while (this.#remaining > 0 && this.#length === 0) await this.#inflatePiece();
    if (this.#length > 0) throw new DesktopError('zlib data that are too long');
  }

  close(): void {
    this.#stream.destroy();
  }

  async #inflatePiece(): Promise<void> {
    const piece = await this.#source.take(Math.min(this.#remaining, PIECE_BYTES));
    this.#remaining -= piece.length;
    await new Promise<void>((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
      this.#stream.write(piece, (error) => this.#settle?.(error ? new DesktopError('broken zlib data') : undefined));
    });
  }
}
