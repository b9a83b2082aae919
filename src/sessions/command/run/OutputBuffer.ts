import { Emitter } from '../../../lib/valueStore.ts';
import { utf8 } from '../../../lib/encoding.ts';

/** The stream of the output. */
export type OutputSource = 'stdout' | 'stderr';
/** `id`: stays the same while the piece grows. */
export type OutputPiece = { id: number; source: OutputSource; text: string };

/** The start and the end of an output, with the size of the omitted part between them. */
export type Output = {
  head: readonly OutputPiece[];
  leftOut: { bytes: number; lines: number };
  tail: readonly OutputPiece[];
};

/** Stored characters at each end, per node. */
const HEAD_MAX = 64 * 1024;
const TAIL_MAX = 192 * 1024;
/** Maximum characters of a piece, which joins neighbouring output of one stream. It ends with a line if possible. */
const PIECE_MAX = 8 * 1024;
/** Each piece counts as this many additional characters: a program can switch streams with every character. */
const PIECE_COST = 64;

const sizeOf = (text: string): number => utf8(text).length;

function linesOf(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/**
 * Output of one node with a limit, so that a node with 100 MB of output does not fill the page's memory. UTF-8 is
 * decoded per stream, so that a character can be split over two frames (streams §8.3).
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

  /** Equal if both streams have the same content, independent of their interleaving. */
  get fingerprint(): string {
    return `${this.#prints.stdout.text} ${this.#prints.stderr.text}`;
  }

  /** The end of the output: an incomplete character becomes U+FFFD. */
  end(): void {
    for (const source of ['stdout', 'stderr'] as const) {
      const rest = this.#decoders[source]?.decode() ?? '';
      this.#add(source, rest);
    }
    this.#decoders = {};
  }

  /** Returns the same object until there is new output. */
  get = (): Output =>
    (this.#output ??= { head: [...this.#head], leftOut: { ...this.#leftOut }, tail: [...this.#tail] });

  subscribe = (listener: () => void) => this.changed.subscribe(listener);

  #add(source: OutputSource, text: string): void {
    if (text === '') return;
    const room = Math.max(0, HEAD_MAX - this.#headSize);
    // The first output that does not fit starts the tail. The head does not change after that.
    const headEnd = this.#tailSize === 0 ? lineEnd(text, cutAt(text, 0, room)) : 0;
    this.#headSize += headEnd + PIECE_COST * this.#append(this.#head, source, text.slice(0, headEnd));
    this.#tailSize += text.length - headEnd + PIECE_COST * this.#append(this.#tail, source, text.slice(headEnd));
    this.#trim();
    this.#output = undefined;
    this.changed.emit();
  }

  /** Returns the number of new pieces. */
  #append(pieces: OutputPiece[], source: OutputSource, text: string): number {
    const before = pieces.length;
    for (let at = 0; at < text.length;) {
      const last = pieces.at(-1);
      const end = last?.source === source ? partEnd(text, at, last.text) : at;
      if (last && end > at) {
        pieces[pieces.length - 1] = { ...last, text: last.text + text.slice(at, end) };
        at = end;
      } else {
        const partEndAt = partEnd(text, at, '');
        pieces.push({ id: this.#lastId++, source, text: text.slice(at, partEndAt) });
        at = partEndAt;
      }
    }
    return pieces.length - before;
  }

  #trim(): void {
    let removedCount = 0;
    for (; this.#tailSize > TAIL_MAX; removedCount++) {
      const { text = '' } = this.#tail[removedCount] ?? {};
      this.#tailSize -= text.length + PIECE_COST;
      this.#leftOut.bytes += sizeOf(text);
      this.#leftOut.lines += linesOf(text);
    }
    if (removedCount > 0) this.#tail.splice(0, removedCount);
  }
}

/** At most `size` characters further, without splitting a surrogate pair. */
function cutAt(text: string, from: number, size: number): number {
  const end = Math.min(text.length, from + size);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** The end of the text that still fits into a piece with `before`. Returns `at` if nothing fits. */
function partEnd(text: string, at: number, before: string): number {
  const room = PIECE_MAX - before.length;
  if (text.length - at <= room) return text.length;
  const lines = text.lastIndexOf('\n', at + room - 1) + 1;
  if (lines > at) return lines;
  return before.endsWith('\n') ? at : cutAt(text, at, room);
}

/** Back to the last line end, if the text continues after `end` and has a line end before it. */
const lineEnd = (text: string, end: number): number =>
  end === 0 || end === text.length ? end : text.lastIndexOf('\n', end - 1) + 1 || end;

/** Multipliers of two parallel hashes (that of FNV-1a, and one of murmur), 64 bits together. */
const PRIME_A = 0x01000193;
const PRIME_B = 0x85ebca6b;
const BASIS_A = 0x811c9dc5;
const BASIS_B = 0x9747b28c;

/**
 * Detects equal output of two servers, independent of the frames and including omitted output. It is not
 * collision-resistant, and need not be: a malicious server can already send any output.
 */
export class Fingerprint {
  #a = BASIS_A;
  #b = BASIS_B;
  #length = 0;

  add(bytes: Uint8Array): void {
    let a = this.#a;
    let b = this.#b;
    // By index: an iterator would make floods slow.
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
