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

/** The server is paused when so much waits to be painted, and plays on below the half. */
const AHEAD_MS = 30_000;
const AHEAD_BYTES = 16 * 1024 * 1024;
/** A message that is due may be on its way for so long. */
const LATENCY_MS = 1000;

export type PlaybackSocket = Pick<WebSocket, 'onmessage' | 'onclose' | 'onopen' | 'send' | 'close'>;
type Waiting = { ms: number; message: Uint8Array };
type Parts = {
  open: () => PlaybackSocket;
  /** Why the server refuses it, where it does. */
  refusal: () => Promise<string | undefined>;
  clock: Clock;
  /** Told of each message that came for the first time, and of the end. */
  arrived: (message: Waiting | 'end') => void;
};

/**
 * Messages of the socket of 13.1, which only plays forward: the server plays as fast as it can until enough is here, and
 * from the start again where an earlier moment is wanted.
 */
export class SocketSource implements DesktopSource {
  readonly missingFromMs = undefined;
  #parts: Parts;
  #socket: PlaybackSocket | undefined;
  #queue: Waiting[] = [];
  #queueBytes = 0;
  #isPaused = false;
  /** The last message that came, and when. */
  #last = { ms: -1, atMs: Infinity };
  /** Until something is given. */
  #begins: Beginning | undefined;
  #ended: { fault?: ApiError } | undefined;
  #givenMs = 0;
  /** Messages of this socket, and the most that any has sent. */
  #count = 0;
  #countMax = 0;
  #changed: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async *messagesTo(ms: number, signal: AbortSignal): AsyncGenerator<SourceBatch> {
    const batch = new Batch();
    // What has failed is tried again by whoever asks again.
    if (!this.#socket || ms < this.#givenMs || this.#ended?.fault) this.#open();
    for (;;) {
      while (this.#queue[0] && this.#queue[0].ms <= ms) if (batch.add(this.#shift(this.#queue[0]))) break;
      const given = batch.take(this.#begins);
      if (given) {
        this.#begins = undefined;
        yield given;
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
    this.#begins = 'blank';
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
    if (frame.kind === 'error') return this.#end(new ApiError(frame.text, 0));
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

  /** Pauses the server or lets it go on. */
  #balance(): void {
    const aheadMs = this.#last.ms - this.#givenMs;
    const factor = this.#isPaused ? 2 : 1;
    const isAhead = this.#queueBytes * factor > AHEAD_BYTES || (this.#queue.length > 0 && aheadMs * factor > AHEAD_MS);
    if (isAhead === this.#isPaused || this.#ended) return;
    this.#isPaused = isAhead;
    this.#socket?.send(PLAY_PAUSE);
    this.#last.atMs = this.#parts.clock.now();
  }

  /** The moment up to which the server has surely sent everything: in a pause of the recording nothing comes. */
  #playedMs(): number {
    const { ms, atMs } = this.#last;
    const passedMs = this.#isPaused ? 0 : this.#parts.clock.now() - atMs - LATENCY_MS;
    return passedMs > 0 ? ms + passedMs * PLAYBACK_SPEED.max : ms - 1; // another message of the same moment may follow
  }

  /** Resolves when something came, or some time has passed. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#parts.clock.after(100, () => this.#changed?.());
      const done = () => {
        stop();
        signal.removeEventListener('abort', done);
        this.#changed = undefined;
        resolve();
      };
      this.#changed = done;
      signal.addEventListener('abort', done);
    });
  }
}
