/** Keys before the shell is there are kept up to here. */
const MAX_BYTES = 64 * 1024;

/** What was typed or pasted before there was a shell to take it, in its order. */
export class HeldInput {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** False when it would be too much: the piece is not kept then. */
  add(bytes: Uint8Array): boolean {
    if (this.#bytes + bytes.length > MAX_BYTES) return false;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    return true;
  }

  /** All of it; nothing is held afterwards. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    return pieces;
  }
}
