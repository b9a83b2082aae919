import type { Dispose } from '../../../lib/disposables.ts';
import { concatBytes } from '../../../lib/encoding.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';

/** The destination of bytes. `parsed` is called once for each write, in order. */
export type ByteSink = {
  /** `isRepeated`: output that was shown before. It is only painted, since its requests were handled then. */
  write(bytes: Uint8Array, parsed: () => void, isRepeated: boolean): void;
  /** False while it is hidden. Absent: always visible. */
  isSeen?: () => boolean;
};

/** The screen that shows the output of a session. */
export type Screen = ByteSink & { resize(size: TermSize): void };

/**
 * The emulator paints between two writes, and painting a screen costs as much time as parsing 100 kB. In a flood,
 * chunks are joined into one write: some 30 ms of parsing, so that keys are still handled.
 */
const WRITE_MAX_BYTES = 256 * 1024;
/** Maximum unparsed bytes inside the emulator, which discards bytes beyond its own limit. Includes the next write. */
const INSIDE_MAX_BYTES = 2 * WRITE_MAX_BYTES;
/**
 * A hidden screen writes one chunk at a time and leaves some time for the keys of the visible one, unless so much
 * output waits that it would accumulate.
 */
const UNSEEN_PAUSE_MS = 10;
const UNSEEN_MAX_WAITING_BYTES = 4 * 1024 * 1024;
/**
 * Waiting bytes at which the server is asked to hold output, and at which it may continue: enough to keep the screen
 * busy.
 */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;
/**
 * Written chunks are removed from the list in batches: removing them one by one would cost the list's length each time.
 */
const CUT_CHUNKS = 512;

/**
 * The bytes for the emulator, in order and without loss. A browser cannot pause a websocket, so the queue has no limit:
 * `isBehind` shows when the server should hold output. A hidden window may take seconds for output that a shell prints
 * in one.
 */
export class WriteQueue {
  readonly isBehind = new ValueStore(false);
  #chunks: Uint8Array[] = [];
  #repeated = new WeakSet<Uint8Array>();
  #next = 0;
  #waitingBytes = 0;
  #insideBytes = 0;
  #sink: ByteSink | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** Bytes that the emulator has not got yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  push(bytes: Uint8Array, isRepeated = false): void {
    if (bytes.length === 0) return;
    if (isRepeated) this.#repeated.add(bytes);
    this.#chunks.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#pump();
    if (this.#waitingBytes > HIGH_BYTES) this.isBehind.set(true);
  }

  /** Waiting output is written at once. Bytes that an earlier sink accepted are not written again. */
  flowTo(sink: ByteSink): Dispose {
    this.#sink = sink;
    this.#insideBytes = 0;
    this.#endPause();
    this.#pump();
    return () => {
      if (this.#sink === sink) this.#sink = undefined;
    };
  }

  #pump(): void {
    const sink = this.#sink;
    if (!sink || this.#pause !== undefined || this.#insideBytes >= INSIDE_MAX_BYTES) return;
    const isSeen = sink.isSeen?.() ?? true;
    const isGentle = !isSeen && this.#waitingBytes <= UNSEEN_MAX_WAITING_BYTES;
    while (this.#insideBytes < (isGentle ? 1 : INSIDE_MAX_BYTES)) {
      const next = this.#takeWrite(isGentle ? 0 : WRITE_MAX_BYTES);
      if (!next) return;
      const { bytes, isRepeated } = next;
      this.#insideBytes += bytes.length;
      const parsed = () => {
        if (this.#sink !== sink) return;
        this.#insideBytes -= bytes.length;
        if (isGentle) this.#pause ??= setTimeout(() => this.#goOn(), UNSEEN_PAUSE_MS);
        else this.#pump();
      };
      sink.write(bytes, parsed, isRepeated);
    }
  }

  #goOn(): void {
    this.#endPause();
    this.#pump();
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  /** The chunks for one write: at most this many bytes, unless the first chunk alone is larger. */
  #takeWrite(maxBytes: number): { bytes: Uint8Array; isRepeated: boolean } | undefined {
    const first = this.#take();
    if (!first) return undefined;
    const isRepeated = this.#repeated.has(first);
    const chunks = [first];
    let length = first.length;
    for (;;) {
      const next = this.#chunks[this.#next];
      if (!next || length + next.length > maxBytes || this.#repeated.has(next) !== isRepeated) break;
      this.#take();
      chunks.push(next);
      length += next.length;
    }
    return { bytes: chunks.length === 1 ? first : concatBytes(chunks), isRepeated };
  }

  #take(): Uint8Array | undefined {
    const bytes = this.#chunks[this.#next];
    if (bytes) {
      this.#next++;
      this.#waitingBytes -= bytes.length;
      if (this.#waitingBytes < LOW_BYTES) this.isBehind.set(false);
    }
    if (!bytes || this.#next >= CUT_CHUNKS) {
      this.#chunks.splice(0, this.#next);
      this.#next = 0;
    }
    return bytes;
  }
}
