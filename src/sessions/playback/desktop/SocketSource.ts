import { ApiError } from '../../../api/errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  decodePlayback,
  PLAY_PAUSE,
  PLAYBACK_SPEED,
  speedAction,
  type PlaybackFrame,
} from '../../../wire/desktop/playback.ts';
import { Batch, type Beginning, type DesktopSource, type SourceBatch } from './DesktopSource.ts';

/** The server is paused when so much waits to be painted, and resumed below half of it. */
const AHEAD_MS = 30_000;
const AHEAD_BYTES = 16 * 1024 * 1024;
/** Longest expected delay of a message that is due. */
const LATENCY_MS = 1000;

export type PlaybackSocket = Pick<WebSocket, 'onmessage' | 'onclose' | 'onopen' | 'send' | 'close'>;
type Waiting = { ms: number; message: Uint8Array };
type Parts = {
  open: () => PlaybackSocket;
  /** Resolves to why the server refuses the recording, if it does. */
  refusal: () => Promise<string | undefined>;
  clock: Clock;
  /** Called for each message that arrives for the first time, and for the end. */
  arrived: (message: Waiting | 'end') => void;
};

/**
 * Messages of the 13.1 socket, which only plays forward. The server plays as fast as it can until enough is buffered,
 * and starts again for an earlier moment.
 */
export class SocketSource implements DesktopSource {
  readonly missingFromMs = undefined;
  #parts: Parts;
  #socket: PlaybackSocket | undefined;
  #queue: Waiting[] = [];
  #queueBytes = 0;
  #isPaused = false;
  /** Time of the last received message, and when it was received. */
  #last = { ms: -1, atMs: Infinity };
  /** For the next batch, then undefined. */
  #beginning: Beginning | undefined;
  #ended: { fault?: ApiError } | undefined;
  #givenMs = 0;
  /** Number of messages from this socket, and the highest number from any socket. */
  #count = 0;
  #countMax = 0;
  #changed: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async *messagesTo(ms: number, signal: AbortSignal): AsyncGenerator<SourceBatch> {
    const batch = new Batch();
    // A call after a failure opens a new socket.
    if (!this.#socket || ms < this.#givenMs || this.#ended?.fault) this.#open();
    for (;;) {
      while (this.#queue[0] && this.#queue[0].ms <= ms) if (batch.add(this.#shift(this.#queue[0]))) break;
      const messages = batch.take(this.#beginning);
      if (messages) {
        this.#beginning = undefined;
        yield messages;
      }
      this.#balance();
      const next = this.#queue[0];
      if (next && next.ms <= ms) continue;
      if (this.#ended?.fault) throw this.#ended.fault;
      if (next || this.#ended || ms <= this.#playedMs()) return;
      await this.#change(signal);
      signal.throwIfAborted();
    }
  }

  dispose(): void {
    if (this.#socket) this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket?.close(1000);
  }

  #open(): void {
    this.dispose();
    this.#queue = [];
    this.#queueBytes = 0;
    this.#isPaused = false;
    this.#ended = undefined;
    this.#givenMs = 0;
    this.#count = 0;
    this.#last = { ms: -1, atMs: Infinity };
    this.#beginning = 'blank';
    const socket = (this.#socket = this.#parts.open());
    socket.onopen = () => socket.send(speedAction(PLAYBACK_SPEED.max));
    socket.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    socket.onclose = () =>
      void this.#parts.refusal().then((why = 'The server closed the connection before the recording ended') => {
        if (this.#socket === socket) this.#end(new ApiError(why, 0));
      });
  }

  #receive(data: unknown): void {
    let frame: PlaybackFrame;
    try {
      frame = decodePlayback(data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array());
    } catch (cause) {
      return this.#end(new ApiError('The server sent a part of the recording that cannot be read', 0, { cause }));
    }
    if (frame.kind === 'error') return this.#end(new ApiError(frame.text || 'The server gave no reason', 0));
    if (frame.kind === 'end') return this.#end(undefined);
    const { ms, message } = frame;
    this.#last = { ms, atMs: this.#parts.clock.now() };
    this.#queue.push(frame);
    this.#queueBytes += message.length;
    this.#count++;
    if (this.#count > this.#countMax) this.#parts.arrived(frame);
    this.#countMax = Math.max(this.#countMax, this.#count);
    this.#balance();
    this.#changed?.();
  }

  #end(fault: ApiError | undefined): void {
    if (this.#ended) return;
    this.#ended = fault ? { fault } : {};
    this.dispose();
    if (!fault) this.#parts.arrived('end');
    this.#changed?.();
  }

  #shift(first: Waiting): Waiting {
    this.#queue.shift();
    this.#queueBytes -= first.message.length;
    this.#givenMs = first.ms;
    return first;
  }

  /** Pauses or resumes the server. */
  #balance(): void {
    const aheadMs = this.#last.ms - this.#givenMs;
    const factor = this.#isPaused ? 2 : 1;
    const isAhead = this.#queueBytes * factor > AHEAD_BYTES || (this.#queue.length > 0 && aheadMs * factor > AHEAD_MS);
    if (isAhead === this.#isPaused || this.#ended) return;
    this.#isPaused = isAhead;
    this.#socket?.send(PLAY_PAUSE);
    this.#last.atMs = this.#parts.clock.now();
  }

  /** The server has sent everything up to this moment: during a pause of the recording it sends nothing. */
  #playedMs(): number {
    const { ms, atMs } = this.#last;
    const passedMs = this.#isPaused ? 0 : this.#parts.clock.now() - atMs - LATENCY_MS;
    return passedMs > 0 ? ms + passedMs * PLAYBACK_SPEED.max : ms - 1; // another message can follow for the same moment
  }

  /** Resolves when a message arrives, or after a short time. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#parts.clock.after(100, () => this.#changed?.());
      const finish = () => {
        stop();
        signal.removeEventListener('abort', finish);
        this.#changed = undefined;
        resolve();
      };
      this.#changed = finish;
      signal.addEventListener('abort', finish);
    });
  }
}
