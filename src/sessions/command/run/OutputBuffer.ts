import { Emitter } from '../../../lib/valueStore.ts';
import { utf8 } from '../../../lib/encoding.ts';

/** Where a program said it. */
export type OutputSource = 'stdout' | 'stderr';
/** `id`: the same as long as it is the same piece, to which more may be added. */
export type OutputPiece = { id: number; source: OutputSource; text: string };

/** The beginning and the end of an output, with what was left out between them. */
export type Output = {
  head: readonly OutputPiece[];
  leftOut: { bytes: number; lines: number };
  tail: readonly OutputPiece[];
};

/** Characters that are kept at either end, for each node. */
const HEAD_MAX = 64 * 1024;
const TAIL_MAX = 192 * 1024;
/** Neighbours of one source become one piece up to here; it ends with a line where it can. */
const PIECE_MAX = 8 * 1024;
/** A piece counts for so many characters more: a program may change its stream with every letter. */
const PIECE_COST = 64;

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
  #lastId = 0;
  #tail: OutputPiece[] = [];
  #tailSize = 0;
  #leftOut = { bytes: 0, lines: 0 };
  #prints = { stdout: new Fingerprint(), stderr: new Fingerprint() };
  #decoders: Partial<Record<OutputSource, TextDecoder>> = {};
  #output: Output | undefined;

  push(source: OutputSource, bytes: Uint8Array): void {
    const decoder = (this.#decoders[source] ??= new TextDecoder('utf-8', { ignoreBOM: true }));
    this.#prints[source].add(bytes);
    this.#add(source, decoder.decode(bytes, { stream: true }));
  }

  /** Equal where both sources said the same, whichever came first. */
  get fingerprint(): string {
    return `${this.#prints.stdout.text} ${this.#prints.stderr.text}`;
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

  #add(source: OutputSource, text: string): void {
    if (text === '') return;
    const room = Math.max(0, HEAD_MAX - this.#headSize);
    // What does not fit opens the tail: from then on the head is what it is.
    const headEnd = this.#tailSize === 0 ? lineEnd(text, cutAt(text, 0, room)) : 0;
    this.#headSize += headEnd + PIECE_COST * this.#append(this.#head, source, text.slice(0, headEnd));
    this.#tailSize += text.length - headEnd + PIECE_COST * this.#append(this.#tail, source, text.slice(headEnd));
    this.#trim();
    this.#output = undefined;
    this.changed.emit();
  }

  /** How many pieces are new. */
  #append(pieces: OutputPiece[], source: OutputSource, text: string): number {
    const before = pieces.length;
    for (let at = 0; at < text.length;) {
      const last = pieces.at(-1);
      const end = last?.source === source ? partEnd(text, at, last.text) : at;
      if (last && end > at) {
        pieces[pieces.length - 1] = { ...last, text: last.text + text.slice(at, end) };
        at = end;
      } else {
        const own = partEnd(text, at, '');
        pieces.push({ id: this.#lastId++, source, text: text.slice(at, own) });
        at = own;
      }
    }
    return pieces.length - before;
  }

  #trim(): void {
    let gone = 0;
    for (; this.#tailSize > TAIL_MAX; gone++) {
      const { text = '' } = this.#tail[gone] ?? {};
      this.#tailSize -= text.length + PIECE_COST;
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

/** How far the text may go on in a piece that holds `before`; `at`: no further. */
function partEnd(text: string, at: number, before: string): number {
  const room = PIECE_MAX - before.length;
  if (text.length - at <= room) return text.length;
  const lines = text.lastIndexOf('\n', at + room - 1) + 1;
  if (lines > at) return lines;
  return before.endsWith('\n') ? at : cutAt(text, at, room);
}

/** Back to the end of a line, where the text goes on behind `end` and has one before it. */
const lineEnd = (text: string, end: number): number =>
  end === 0 || end === text.length ? end : text.lastIndexOf('\n', end - 1) + 1 || end;

/** Multipliers of two hashes that run side by side (FNV-1a's, and one of murmur's): 64 bits together. */
const PRIME_A = 0x01000193;
const PRIME_B = 0x85ebca6b;
const BASIS_A = 0x811c9dc5;
const BASIS_B = 0x9747b28c;

/**
 * Tells whether two servers said the same, however their bytes were cut into frames and also where most of them were
 * not kept. No proof against one who looks for a second text: a server that lies about its output needs none.
 */
export class Fingerprint {
  #a = BASIS_A;
  #b = BASIS_B;
  #length = 0;

  add(bytes: Uint8Array): void {
    let a = this.#a;
    let b = this.#b;
    // By place: an iterator would make floods slow.
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      a = Math.imul(a ^ byte, PRIME_A);
      b = Math.imul(b ^ byte, PRIME_B);
      b ^= b >>> 13;
    }
    this.#a = a;
    this.#b = b;
    this.#length += bytes.length;
  }

  get text(): string {
    return [this.#length, this.#a >>> 0, this.#b >>> 0].map((n) => n.toString(36)).join('.');
  }
}
