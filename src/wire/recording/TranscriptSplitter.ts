import type { TranscriptPartJson } from '../recordings.ts';

/** Extracts the parts of a stored text as it arrives: one JSON text per line (streams §4.6). */
export class TranscriptSplitter {
  #decoder = new TextDecoder();
  /** The start of an incomplete part. It is joined once, not with each piece that arrives. */
  #pieces: string[] = [];

  /** The parts that are complete with these bytes. Throws `SyntaxError` if a line is not JSON. */
  push(bytes: Uint8Array): TranscriptPartJson[] {
    const [first = '', ...more] = this.#decoder.decode(bytes, { stream: true }).split('\n');
    this.#pieces.push(first);
    return more.map((piece) => {
      const line = this.#pieces.join('');
      this.#pieces = [piece];
      return JSON.parse(line) as TranscriptPartJson;
    });
  }
}
