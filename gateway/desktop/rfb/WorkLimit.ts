import type { SocketSource } from './SocketSource.ts';

/** Bytes and pixels a second. A burst may be twice that. */
const RATE = 16 * 1024 * 1024;
const BURST = 2 * RATE;
/** The minimum cost of a message. */
const MESSAGE_COST = 2000;
const PIECE_BYTES = 64 * 1024;

/** Slows down the reading of unrequested data: a hostile server could occupy the processor with it. */
export class WorkLimit {
  #level = 0;
  #sinceMs = performance.now();

  /** Waits if the server has recently sent too much. `units` are bytes, pixels, or the cost of other work. */
  async spend(units: number): Promise<void> {
    const nowMs = performance.now();
    this.#level = Math.max(0, this.#level - ((nowMs - this.#sinceMs) / 1000) * RATE) + units + MESSAGE_COST;
    this.#sinceMs = nowMs;
    if (this.#level <= BURST) return;
    const waitMs = ((this.#level - BURST) / RATE) * 1000;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** Reads and drops `length` bytes. */
  async skip(source: SocketSource, length: number): Promise<void> {
    for (let remaining = length; remaining > 0; remaining -= PIECE_BYTES) {
      await source.take(Math.min(remaining, PIECE_BYTES));
      await this.spend(PIECE_BYTES);
    }
  }
}
