import { FRAME_MAX_BYTES } from './OutputFrames.ts';

/** How long output of a flood is collected. A third of a screen frame, so users do not notice it. */
const GATHER_MS = 5;
/** More than the echo of typed text or a prompt prints at once. */
const FLOOD_BYTES = 2048;

/**
 * Batches the output of a shell. A PTY gives four kilobytes at a time. Small output is sent at once. Output of a flood
 * is collected for a moment and sent in one frame, because a frame costs a browser more than its bytes.
 */
export class OutputBatcher {
  #due: () => void;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #last = { bytes: 0, atMs: 0 };

  /** Calls `due` when the output should be taken. */
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

  /** undefined if there is no output. */
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
