import type { TranscriptPartJson } from '../recordings.ts';

/** Takes the parts out of a stored text as it arrives: one JSON text a line (streams §4.6). */
export class TranscriptSplitter {
  #decoder = new TextDecoder();
  /** The beginning of a part: joined once, not with each piece that arrives. */
  #pieces: string[] = [];

  /** The parts that are whole with these bytes. Throws `SyntaxError` where a line is no JSON. */
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
