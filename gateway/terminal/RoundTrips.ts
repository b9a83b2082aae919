import type { WebSocket } from 'ws';

/** About as often as newer clusters do (streams §1.4). */
const EVERY_MS = 4000;

/** Measures the round trip of a ping, at once and then at intervals. Only one ping is pending at a time. */
export class RoundTrips {
  #socket: WebSocket;
  #timer: NodeJS.Timeout;
  #count = 0;
  /** The pending ping. */
  #sent: { mark: string; atMs: number } | undefined;

  constructor(socket: WebSocket, report: (ms: number) => void) {
    this.#socket = socket;
    socket.on('pong', (data) => {
      if (!this.#sent || data.toString() !== this.#sent.mark) return;
      report(Math.round(performance.now() - this.#sent.atMs));
      this.#sent = undefined;
    });
    this.#timer = setInterval(() => this.#ping(), EVERY_MS);
    this.#ping();
  }

  /** Discards the pending ping. While reading is paused its answer would seem late. */
  forget(): void {
    this.#sent = undefined;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#sent = undefined;
  }

  #ping(): void {
    if (this.#sent || this.#socket.isPaused || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#sent = { mark: `round-trip ${this.#count++}`, atMs: performance.now() };
    this.#socket.ping(this.#sent.mark);
  }
}
