import type { Dispose } from '../../../lib/disposables.ts';
import { concatBytes } from '../../../lib/encoding.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';

/** Where bytes go in the end; `parsed` is called once for each write, in order. */
export type ByteSink = {
  /** `isRepeated`: output that was shown before. It is painted; what it asks for was done then. */
  write(bytes: Uint8Array, parsed: () => void, isRepeated: boolean): void;
  /** False while nobody can look at it; absent: always seen. */
  isSeen?: () => boolean;
};

/** Where the output of a session is shown. */
export type Screen = ByteSink & { resize(size: TermSize): void };

/**
 * The emulator paints between two writes, and a painted screen costs the time of 100 kB. In a flood, many chunks are
 * joined to one write: some 30 ms of parsing, so that keys still get through.
 */
const WRITE_MAX_BYTES = 256 * 1024;
/** The most that lies inside the emulator unparsed, which throws bytes away when it holds very much: the next write too. */
const INSIDE_MAX_BYTES = 2 * WRITE_MAX_BYTES;
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
 * a shell prints in one.
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

  /** The chunks that go out as one write: no more than so many bytes, unless the first alone has more. */
  #takeWrite(maxBytes: number): { bytes: Uint8Array; isRepeated: boolean } | undefined {
    const first = this.#take();
    if (!first) return undefined;
    const isRepeated = this.#repeated.has(first);
    const chunks = [first];
    let length = first.length;
    for (;;) {
      const next = this.#waiting[this.#next];
      if (!next || length + next.length > maxBytes || this.#repeated.has(next) !== isRepeated) break;
      this.#take();
      chunks.push(next);
      length += next.length;
    }
    return { bytes: chunks.length === 1 ? first : concatBytes(chunks), isRepeated };
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
