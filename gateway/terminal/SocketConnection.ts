import type { WebSocket } from 'ws';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import { KeepAlive } from './KeepAlive.ts';

/** Whether a client is still at its socket. It ends once: by either side, or when the client stops answering. */
export class SocketConnection {
  #socket: WebSocket;
  #ended: () => void;
  #keepAlive: KeepAlive;
  #isOver = false;
  #hasLeft = false;

  /** `ended` is called once. Nothing may be sent after that. */
  constructor(socket: WebSocket, ended: () => void) {
    this.#socket = socket;
    this.#ended = ended;
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave());
    this.#keepAlive = new KeepAlive(socket, KEEP_ALIVE_MS, () => this.drop());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True if the other side closed the socket, or this side dropped it without a message. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** This side has sent its last message. The caller closes the socket. */
  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#keepAlive.dispose();
    this.#ended();
  }

  /** Closes the socket without a message. */
  drop(): void {
    this.#leave();
    this.#socket.terminate();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#hasLeft = true;
    this.finish();
  }
}
