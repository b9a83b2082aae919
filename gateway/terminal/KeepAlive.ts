import type { WebSocket } from 'ws';

/** How many intervals may pass without an answer. */
const PATIENCE = 2;

/**
 * Pings a socket and reports once when no answers come. Only a pong counts. Data does not: a client that sends input
 * need not read its output (streams §1.4).
 */
export class KeepAlive {
  #timer: NodeJS.Timeout;
  #answeredMs = performance.now();
  #isHeld = false;

  constructor(socket: WebSocket, intervalMs: number, lost: () => void) {
    socket.on('pong', () => (this.#answeredMs = performance.now()));
    this.#timer = setInterval(() => {
      if (!this.#isHeld && performance.now() - this.#answeredMs >= PATIENCE * intervalMs) {
        this.dispose();
        lost();
      } else if (socket.readyState === socket.OPEN) socket.ping();
    }, intervalMs);
  }

  /** While reading is paused, answers cannot arrive. */
  hold(isHeld: boolean): void {
    if (this.#isHeld && !isHeld) this.#answeredMs = performance.now();
    this.#isHeld = isHeld;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
