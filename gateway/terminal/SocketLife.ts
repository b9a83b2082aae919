import type { WebSocket } from 'ws';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import { KeepAlive } from './KeepAlive.ts';

/** Whether a client still listens at its socket: it ends once, by either side, or when its answers stay away. */
export class SocketLife {
  #socket: WebSocket;
  #ended: () => void;
  #keepAlive: KeepAlive;
  #isOver = false;
  #hasLeft = false;

  /** `ended` is called once; nothing may be sent any more then. */
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

  /** Closed by the other side, or without a word from this one. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** This side has said its last word; the caller closes the socket. */
  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#keepAlive.dispose();
    this.#ended();
  }

  /** Ends it without a word. */
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
