// The message Fence of RFB, which measures how long the server takes to answer.
import { DesktopError } from '../target.ts';
import type { SocketSource } from './SocketSource.ts';

const FENCE = 248;
const PAYLOAD_MAX = 64;
const REQUEST = 0x8000_0000;
/** The supported flags: whether a client answers before or after other messages. Here all answers are in order. */
const ORDER_FLAGS = 0b111;
const EVERY_MS = 3000;

/**
 * Measures every few seconds, once the server has shown that it supports the message. While an answer is missing, it
 * reports the time since the request.
 */
export class FenceTimer {
  #send: (message: Uint8Array) => void;
  #measured: (ms: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #sentMs: number | undefined;

  constructor(send: (message: Uint8Array) => void, measured: (ms: number) => void) {
    this.#send = send;
    this.#measured = measured;
  }

  /** Reads the message after its type. */
  async readFence(source: SocketSource): Promise<void> {
    await source.take(3);
    const flags = await source.u32();
    const length = await source.u8();
    if (length > PAYLOAD_MAX) throw new DesktopError(`a fence of ${length} bytes`);
    const payload = await source.take(length);
    if (flags & REQUEST) this.#send(fence(flags & ORDER_FLAGS, payload));
    else if (this.#sentMs !== undefined) {
      this.#measured(performance.now() - this.#sentMs);
      this.#sentMs = undefined;
    }
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#measure(), EVERY_MS);
    this.#measure();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    const nowMs = performance.now();
    if (this.#sentMs !== undefined) return this.#measured(nowMs - this.#sentMs);
    this.#sentMs = nowMs;
    this.#send(fence(REQUEST, new Uint8Array()));
  }
}

function fence(flags: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(FENCE);
  head.writeUInt32BE(flags >>> 0, 4);
  head.writeUInt8(payload.length, 8);
  return Buffer.concat([head, payload]);
}
