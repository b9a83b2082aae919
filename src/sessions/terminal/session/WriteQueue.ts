import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

/** Where bytes go in the end; `parsed` is called once for each write, in order. */
export type ByteSink = {
  /** `isRepeated`: output that was shown before. It is painted; what it asks for was done then. */
  write(bytes: Uint8Array, parsed: () => void, isRepeated: boolean): void;
  /** False while nobody can look at it; absent: always seen. */
  isSeen?: () => boolean;
};

/**
 * The most that lies inside the emulator unparsed. It throws bytes away when it holds very much, and each screen that
 * it paints costs the time of some bytes: this much keeps it busy and lets keys through.
 */
const INSIDE_MAX_BYTES = 128 * 1024;
/**
 * A screen that nobody sees takes one chunk and leaves the time of some keys to the one in front; not when so much waits
 * that it would pile up.
 */
const UNSEEN_PAUSE_MS = 10;
const UNSEEN_MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Waiting bytes at which a server that can is asked to wait, and at which it may go on: enough to keep the screen busy. */
const HIGH_BYTES = 1024 * 1024;
const LOW_BYTES = 256 * 1024;
/** Chunks that have gone are cut off the list in lots: shifting a long list one by one would cost its length each time. */
const CUT_CHUNKS = 512;

/**
 * Bytes on their way to the emulator, in order and without loss. A browser cannot stop a websocket, so the queue has no
 * upper bound of its own: `isBehind` says when the server should wait. A window that nobody sees may take seconds for what
 * a shell prints in one. Chunks are kept as they come, never copied or joined.
 */
export class WriteQueue {
  readonly isBehind = new ValueStore(false);
  #waiting: Uint8Array[] = [];
  #repeated = new WeakSet<Uint8Array>();
  #next = 0;
  #waitingBytes = 0;
  #insideBytes = 0;
  #sink: ByteSink | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** Not yet given to the emulator. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  push(bytes: Uint8Array, isRepeated = false): void {
    if (bytes.length === 0) return;
    if (isRepeated) this.#repeated.add(bytes);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#pump();
    if (this.#waitingBytes > HIGH_BYTES) this.isBehind.set(true);
  }

  /** What has waited goes out at once. Bytes that a former sink has taken are its own: they do not come again. */
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
    if (!sink || this.#pause !== undefined) return;
    const isSeen = sink.isSeen?.() ?? true;
    const isGentle = !isSeen && this.#waitingBytes <= UNSEEN_MAX_WAITING_BYTES;
    while (this.#insideBytes < (isGentle ? 1 : INSIDE_MAX_BYTES)) {
      const bytes = this.#take();
      if (!bytes) return;
      this.#insideBytes += bytes.length;
      const parsed = () => {
        if (this.#sink !== sink) return;
        this.#insideBytes -= bytes.length;
        if (isGentle) this.#pause ??= setTimeout(() => this.#goOn(), UNSEEN_PAUSE_MS);
        else this.#pump();
      };
      sink.write(bytes, parsed, this.#repeated.has(bytes));
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

  #take(): Uint8Array | undefined {
    const bytes = this.#waiting[this.#next];
    if (bytes) {
      this.#next++;
      this.#waitingBytes -= bytes.length;
      if (this.#waitingBytes < LOW_BYTES) this.isBehind.set(false);
    }
    if (!bytes || this.#next >= CUT_CHUNKS) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    return bytes;
  }
}
