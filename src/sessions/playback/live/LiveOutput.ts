import type { OutputSource } from '../terminal/TerminalTrack.ts';

const BLOCK_BYTES = 1024 * 1024;

/** The output of a running session since the page opened, read like that of a recording. */
export class LiveOutput implements OutputSource {
  #blocks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const inBlock = this.#length % BLOCK_BYTES;
      if (inBlock === 0) this.#blocks.push(new Uint8Array(BLOCK_BYTES));
      const part = bytes.subarray(at, at + BLOCK_BYTES - inBlock);
      this.#blocks.at(-1)?.set(part, inBlock);
      at += part.length;
      this.#length += part.length;
    }
  }

  /** Returns a copy, shorter than `length` at the end of the output. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const output = new Uint8Array(Math.max(0, Math.min(length, this.#length - offset)));
    for (let at = 0; at < output.length;) {
      const from = (offset + at) % BLOCK_BYTES;
      const part = this.#blocks[Math.floor((offset + at) / BLOCK_BYTES)]?.subarray(from, from + output.length - at);
      if (!part) break;
      output.set(part, at);
      at += part.length;
    }
    return Promise.resolve(output);
  }

  prefetch(): void {
    // All output is in memory.
  }
}
