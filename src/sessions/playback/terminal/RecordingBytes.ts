import { CHUNK_BYTES, STREAM_BYTES_MAX } from '../../../api/recordingData.ts';
import type { OutputSource } from './TerminalTrack.ts';

/** Reads a range of the output. Resolves to fewer bytes at the end of the recording. */
export type FetchBytes = (range: { offset: number; bytes: number }) => Promise<Uint8Array<ArrayBuffer>>;

/** 6 MB are cached: users seek back and forth, and text and picture read the same output. */
const CHUNKS_MAX = 12;
const CHUNKS_AT_ONCE = Math.floor(STREAM_BYTES_MAX / CHUNK_BYTES);

/** Output of a recording by ranges. It caches the last used chunks. */
export class RecordingBytes implements OutputSource {
  #fetch: FetchBytes;
  /** In order of last use. */
  #chunks = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(fetch: FetchBytes) {
    this.#fetch = fetch;
  }

  /** Resolves to a copy, which is shorter at the end of the recording. Rejects like a call to the server. */
  async read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const [first, last] = [Math.floor(offset / CHUNK_BYTES), Math.floor((offset + length - 1) / CHUNK_BYTES)];
    this.#request(first, last);
    const whole = new Uint8Array(length);
    let filled = 0;
    for (let index = first; index <= last; index++) {
      const chunk = await this.#chunk(index);
      signal.throwIfAborted();
      const from = Math.max(0, offset - index * CHUNK_BYTES);
      const part = chunk.subarray(from, from + length - filled);
      whole.set(part, filled);
      filled += part.length;
      if (chunk.length < CHUNK_BYTES) break;
    }
    return whole.subarray(0, filled);
  }

  /** Starts to read the given number of chunks from the offset. */
  prefetch(offset: number, chunks = 2): void {
    const index = Math.floor(offset / CHUNK_BYTES);
    this.#request(index, index + chunks - 1);
  }

  /** Requests the missing chunks, adjacent ones in one request. */
  #request(first: number, last: number): void {
    for (let index = first; index <= last; index++) {
      if (this.#chunks.has(index)) continue;
      let end = index;
      while (end < last && !this.#chunks.has(end + 1) && end - index < CHUNKS_AT_ONCE - 1) end++;
      this.#load(index, end);
      index = end;
    }
    this.#trim();
  }

  #load(first: number, last: number): void {
    const range = { offset: first * CHUNK_BYTES, bytes: (last - first + 1) * CHUNK_BYTES };
    const answer = this.#fetch(range);
    for (let index = first; index <= last; index++) {
      const from = (index - first) * CHUNK_BYTES;
      // A copy, because a view would retain the whole answer.
      const chunk = answer.then((bytes) => (first === last ? bytes : bytes.slice(from, from + CHUNK_BYTES)));
      chunk.catch(() => this.#chunks.delete(index)); // the next read tries again
      this.#chunks.set(index, chunk);
    }
  }

  #chunk(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunk = this.#chunks.get(index);
    if (!chunk) {
      this.#load(index, index);
      return this.#chunk(index);
    }
    this.#chunks.delete(index);
    this.#chunks.set(index, chunk);
    return chunk;
  }

  #trim(): void {
    for (const [index, chunk] of this.#chunks) {
      if (this.#chunks.size <= CHUNKS_MAX) return;
      this.#chunks.delete(index);
      chunk.then(release, () => undefined);
    }
  }
}

/** Frees the memory now if the browser can: the engine retains up to 64 MB of such garbage. */
function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  const freed: ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer } = buffer;
  freed.transfer?.(0);
}
