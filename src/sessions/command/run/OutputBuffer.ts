import { Emitter } from '../../../lib/emitter.ts';
import { utf8 } from '../../../lib/encoding.ts';

/** Where a program said it. */
export type OutputSource = 'stdout' | 'stderr';
export type OutputPiece = { source: OutputSource; text: string };

/** The beginning and the end of an output, with what was left out between them. */
export type Output = {
  head: readonly OutputPiece[];
  leftOut: { bytes: number; lines: number };
  tail: readonly OutputPiece[];
};

/** Characters that are kept at either end, for each node. */
const HEAD_MAX = 64 * 1024;
const TAIL_MAX = 192 * 1024;
/** Neighbours of one source become one piece up to here, so that few are drawn and the tail still gives way in small steps. */
const PIECE_MAX = 8 * 1024;

const sizeOf = (text: string): number => utf8(text).length;

function linesOf(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/**
 * Output of one node, of which only so much is kept: a node that says 100 MB must not fill the page. UTF-8 is decoded by
 * source, so that a character may come in two frames (streams §8.3).
 */
export class OutputBuffer {
  readonly changed = new Emitter();
  #head: OutputPiece[] = [];
  #headSize = 0;
  #tail: OutputPiece[] = [];
  #tailSize = 0;
  #leftOut = { bytes: 0, lines: 0 };
  #decoders: Partial<Record<OutputSource, TextDecoder>> = {};
  #output: Output | undefined;

  push(source: OutputSource, bytes: Uint8Array): void {
    const decoder = (this.#decoders[source] ??= new TextDecoder('utf-8', { ignoreBOM: true }));
    this.#add(source, decoder.decode(bytes, { stream: true }));
  }

  /** Nothing follows: half a character that still waits becomes U+FFFD. */
  end(): void {
    for (const source of ['stdout', 'stderr'] as const) {
      const rest = this.#decoders[source]?.decode() ?? '';
      this.#add(source, rest);
    }
    this.#decoders = {};
  }

  /** The same object until more comes. */
  get = (): Output =>
    (this.#output ??= { head: [...this.#head], leftOut: { ...this.#leftOut }, tail: [...this.#tail] });

  subscribe = (listener: () => void) => this.changed.subscribe(listener);

  get isEmpty(): boolean {
    return this.#head.length === 0;
  }

  #add(source: OutputSource, text: string): void {
    if (text === '') return;
    const room = HEAD_MAX - this.#headSize;
    // What does not fit opens the tail: from then on the head is what it is.
    const headEnd = this.#tailSize === 0 ? cutAt(text, 0, room) : 0;
    this.#headSize += headEnd;
    for (const piece of pieces(text.slice(0, headEnd))) append(this.#head, source, piece);
    for (const piece of pieces(text.slice(headEnd))) append(this.#tail, source, piece);
    this.#tailSize += text.length - headEnd;
    this.#trim();
    this.#output = undefined;
    this.changed.emit();
  }

  #trim(): void {
    let gone = 0;
    for (; this.#tailSize > TAIL_MAX; gone++) {
      const { text = '' } = this.#tail[gone] ?? {};
      this.#tailSize -= text.length;
      this.#leftOut.bytes += sizeOf(text);
      this.#leftOut.lines += linesOf(text);
    }
    if (gone > 0) this.#tail.splice(0, gone);
  }
}

/** At most `size` further, and not within a character of two code units. */
function cutAt(text: string, from: number, size: number): number {
  const end = Math.min(text.length, from + size);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = cutAt(text, at, PIECE_MAX);
    yield text.slice(at, end);
    at = end;
  }
}

function append(pieces: OutputPiece[], source: OutputSource, text: string): void {
  const last = pieces.at(-1);
  if (last?.source === source && last.text.length + text.length <= PIECE_MAX) {
    pieces[pieces.length - 1] = { source, text: last.text + text };
  } else pieces.push({ source, text });
}
