import type { WebSocket } from 'ws';

/** How many intervals may pass without an answer. */
const PATIENCE = 2;

/**
 * Pings a socket and tells once when the answers stay away. Only a pong counts, no data: whoever types has a keyboard,
 * not necessarily a reader (streams §1.4).
 */
export class KeepAlive {
  #timer: NodeJS.Timeout;
  #answeredMs = performance.now();
  #held = false;

  constructor(socket: WebSocket, intervalMs: number, lost: () => void) {
    socket.on('pong', () => (this.#answeredMs = performance.now()));
    this.#timer = setInterval(() => {
      if (!this.#held && performance.now() - this.#answeredMs >= PATIENCE * intervalMs) {
        this.dispose();
        lost();
      } else if (socket.readyState === socket.OPEN) socket.ping();
    }, intervalMs);
  }

  /** While we do not read, answers cannot be seen. */
  hold(held: boolean): void {
    if (this.#held && !held) this.#answeredMs = performance.now();
    this.#held = held;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
