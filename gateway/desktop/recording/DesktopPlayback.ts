import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { decodeAction } from '../../../src/wire/desktop/playback.ts';
import type { RecordedFrame } from '../../../src/wire/desktop/recordedFrames.ts';
import type { FinishedRecording } from '../../recordings/Recordings.ts';
import { SocketConnection } from '../../terminal/SocketConnection.ts';
import { readDesktopIndex, type DesktopSegment } from './desktopIndex.ts';
import { readStream } from './readStream.ts';

/** Unsent bytes at which sending to a slow client stops, and at which it continues. */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;
const DRAIN_MS = 20;
/** Sent without a pause. Then other work runs. */
const BURST_BYTES = 128 * 1024;
/** Longer than any action. */
const ACTION_MAX_BYTES = 1024;

/** Plays one recorded desktop over a socket (streams §6), with the jumps of 18.0. */
export class DesktopPlayback {
  #socket: WebSocket;
  #connection: SocketConnection;
  #isPlaying = true;
  #speed = 1;
  /** The playback time at a time of the process. */
  #anchor = { ms: 0, atMs: performance.now() };
  #sought: number | undefined;
  #wake: (() => void) | undefined;
  #burst = 0;

  /** Reads the client's actions from now on, also before the recording is found. */
  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#obey(data));
    this.#connection = new SocketConnection(socket, () => this.#wake?.());
  }

  /**
   * Resolves when the recording has ended, the client has disconnected, or `signal` aborts. The client then gets its
   * reason.
   */
  async run(recording: FinishedRecording, signal: AbortSignal): Promise<void> {
    const abort = () => this.fail(signal.reason instanceof Error ? signal.reason.message : 'the playback has ended');
    signal.addEventListener('abort', abort);
    try {
      if (signal.aborted) abort();
      const { segments } = await readDesktopIndex(recording);
      this.#anchor.atMs = performance.now();
      let isAtEnd = false;
      while (!isAtEnd && !this.#connection.isOver) {
        const to = this.#sought;
        this.#sought = undefined;
        if (to !== undefined) this.#anchor = { ms: to, atMs: performance.now() };
        isAtEnd = await this.#playFrom(recording, segmentAt(segments, to ?? 0)?.offset ?? 0);
      }
      this.#finish({ message: 'end' });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Sends the reason for the end to the client. */
  fail(errorText: string): void {
    this.#finish({ message: 'error', errorText });
  }

  /** False if the client wants to play another part, or nothing. */
  async #playFrom({ files, bytes, event }: FinishedRecording, offset: number): Promise<boolean> {
    const startMs = Date.parse(String(event['session_start'])) || 0;
    let isFirst = true;
    for await (const { frames } of readStream(files.bytes, offset, bytes)) {
      for (const frame of frames) {
        if (frame.isKeyframe && !isFirst) continue; // its pictures are already on the screen
        isFirst &&= frame.isKeyframe;
        if (!(await this.#isDue(frame.ms))) return false;
        this.#send(frame, startMs);
        if (!(await this.#hasRoom())) return false;
      }
    }
    return this.#sought === undefined;
  }

  async #isDue(ms: number): Promise<boolean> {
    while (!this.#connection.isOver && this.#sought === undefined) {
      const waitMs = ms - this.#position();
      if (waitMs <= 0) return true;
      await this.#sleep(this.#isPlaying ? waitMs / this.#speed : undefined);
    }
    return false;
  }

  async #hasRoom(): Promise<boolean> {
    if (this.#burst >= BURST_BYTES) {
      this.#burst = 0;
      await setImmediate();
    }
    if (this.#socket.bufferedAmount > HIGH_BYTES)
      while (!this.#connection.isOver && this.#socket.bufferedAmount > LOW_BYTES) await this.#sleep(DRAIN_MS);
    return !this.#connection.isOver;
  }

  #send({ ms, message }: RecordedFrame, startMs: number): void {
    const time = new Date(startMs + ms).toISOString();
    const start = `{"ei":0,"event":"desktop.recording","time":"${time}","message":"`;
    const json = Buffer.from(`${start}${Buffer.from(message).toString('base64')}","ms":${ms}}`);
    this.#burst += json.length;
    this.#socket.send(json, { binary: true });
  }

  #obey(data: Buffer): void {
    const action = data.length > ACTION_MAX_BYTES ? undefined : decodeAction(data.toString());
    this.#anchor = { ms: this.#position(), atMs: performance.now() };
    if (action?.kind === 'toggle') this.#isPlaying = !this.#isPlaying;
    else if (action?.kind === 'speed') this.#speed = action.speed;
    else if (action) this.#sought = action.ms;
    else return this.#finish(undefined);
    this.#wake?.();
  }

  #position(): number {
    const { ms, atMs } = this.#anchor;
    return this.#isPlaying ? ms + (performance.now() - atMs) * this.#speed : ms;
  }

  /** Sleeps until then, or until the client sends an action. */
  #sleep(ms: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(() => this.#wake?.(), Math.min(ms, 2 ** 31 - 1));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }

  #finish(last: object | undefined): void {
    if (this.#connection.isOver) return;
    if (last) this.#socket.send(Buffer.from(JSON.stringify(last)), { binary: true });
    this.#socket.close(1000);
    this.#connection.finish();
  }
}

/** The last segment that starts before or at `ms`. */
const segmentAt = (segments: readonly DesktopSegment[], ms: number): DesktopSegment | undefined =>
  segments.findLast(({ startMs }) => startMs <= ms);
