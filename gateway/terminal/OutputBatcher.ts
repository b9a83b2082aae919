import { FRAME_MAX_BYTES } from './OutputFrames.ts';

/** How long output of a flood is gathered; nobody sees it, and it is a third of a frame of the screen. */
const GATHER_MS = 5;
/** More in one go than a person types and a prompt answers. */
const FLOOD_BYTES = 2048;

/**
 * Puts together what a shell prints. A PTY gives four kilobytes at a time: a few words go out at once; of a flood, what
 * comes within a moment goes together, for a frame costs a browser more than its bytes.
 */
export class OutputBatcher {
  #due: () => void;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #last = { bytes: 0, atMs: 0 };

  /** `due` is told when it is time to take. */
  constructor(due: () => void) {
    this.#due = due;
  }

  push(piece: Uint8Array): void {
    this.#bytes += piece.length;
    const isFirst = this.#pieces.push(piece) === 1;
    if (this.#bytes >= FRAME_MAX_BYTES) this.#due();
    else if (isFirst && this.#floods()) setTimeout(this.#due, GATHER_MS);
    else if (isFirst) setImmediate(this.#due);
  }

  /** undefined where nothing waits. */
  take(): Uint8Array | undefined {
    if (this.#pieces.length === 0) return undefined;
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    this.#last = { bytes: bytes.length, atMs: performance.now() };
    return bytes;
  }

  #floods(): boolean {
    return this.#last.bytes >= FLOOD_BYTES && performance.now() - this.#last.atMs < GATHER_MS;
  }
}
