import { Emitter } from '../../../lib/valueStore.ts';
import type { RecordingTimeline, Size } from '../../../wire/recording/RecordingTimeline.ts';
import type { ScreenState } from '../../../wire/recording/screenState.ts';
import { paceOf, type Pace, type Pauses } from '../pace.ts';
import type { Track } from '../Track.ts';
import type { SavedScreen } from './Screens.ts';

/** Paints a terminal: the emulator of the page. */
export type Painter = {
  /** Shows the screen before the first output. */
  clear(size: Size): void;
  restore(state: ScreenState): void;
  resize(size: Size): void;
  /** Resolves once the output is parsed. */
  write(bytes: Uint8Array): Promise<void>;
};

/** Reads output by ranges. Resolves to a copy, which is shorter at the end of the output. */
export type OutputSource = {
  read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** Starts to read what is needed next. */
  prefetch(offset: number): void;
};

/** Resolves to the nearest saved screen at or before a print, or undefined. */
export type FindScreen = (print: number, signal: AbortSignal) => Promise<SavedScreen | undefined>;

/** Bytes of one write. A jump can interrupt between two writes. */
const WRITE_BYTES = 256 * 1024;
/** For a longer way forward, continuing from a saved screen is quicker. */
const LEAP_BYTES = 384 * 1024;

/** A recorded terminal, painted from the output and from saved screens. */
export class TerminalTrack implements Track {
  readonly timeline: RecordingTimeline;
  #bytes: OutputSource;
  #painter: Painter;
  #findScreen: FindScreen;
  /** The last print on the screen, or -1. */
  #painted = -1;
  #isClear = false;
  /** From this print on the server does not have the output, although it should. */
  missingFrom: number | undefined;
  readonly missingChanged = new Emitter();
  isWhole = false;
  isLive = false;

  constructor(parts: { timeline: RecordingTimeline; bytes: OutputSource; painter: Painter; findScreen: FindScreen }) {
    this.timeline = parts.timeline;
    this.#bytes = parts.bytes;
    this.#painter = parts.painter;
    this.#findScreen = parts.findScreen;
  }

  get durationMs(): number {
    return this.timeline.durationMs;
  }

  async show(ms: number, signal: AbortSignal): Promise<void> {
    const target = this.timeline.printAt(ms);
    if (!this.#isClear) this.#clear();
    if (target === this.#painted) return;
    if (target < this.#painted || this.#bytesUpTo(target) > LEAP_BYTES) await this.#leap(target, signal);
    while (this.#painted < target) await this.#paintNext(target, signal);
  }

  changeAfter(ms: number): number | undefined {
    const next = this.timeline.printAt(ms) + 1;
    return next < this.timeline.printCount ? this.timeline.msOf(next) : undefined;
  }

  changeBefore(ms: number): number | undefined {
    const at = this.timeline.printAt(ms);
    const before = this.timeline.printAt(this.timeline.msOf(at) - 1);
    return at < 0 ? undefined : before < 0 ? 0 : this.timeline.msOf(before);
  }

  pace(pauses: Pauses): Pace {
    return paceOf(this.timeline, pauses);
  }

  #bytesUpTo(print: number): number {
    return this.timeline.endOf(print) - (this.#painted < 0 ? 0 : this.timeline.endOf(this.#painted));
  }

  async #leap(target: number, signal: AbortSignal): Promise<void> {
    const screen = target < 0 ? undefined : await this.#findScreen(target, signal);
    signal.throwIfAborted();
    if (screen && (target < this.#painted || screen.print > this.#painted)) {
      this.#painter.restore(screen.state);
      this.#painted = screen.print;
    } else if (target < this.#painted) this.#clear();
  }

  #clear(): void {
    this.#painter.clear(this.timeline.sizeAt(0));
    this.#painted = -1;
    this.#isClear = true;
  }

  /** Paints prints of the same size, as many as fit into one write. */
  async #paintNext(target: number, signal: AbortSignal): Promise<void> {
    const { timeline } = this;
    const first = this.#painted + 1;
    const offset = timeline.offsetOf(first);
    const size = timeline.sizeAt(first);
    let last = first;
    while (last < target && timeline.sizeAt(last + 1) === size && timeline.endOf(last + 1) - offset <= WRITE_BYTES)
      last++;
    const length = timeline.endOf(last) - offset;
    const bytes = await this.#bytes.read(offset, length, signal);
    signal.throwIfAborted();
    this.#bytes.prefetch(offset + length);
    const missing = bytes.length < length ? timeline.printAtOffset(offset + bytes.length) : Infinity;
    if (missing < (this.missingFrom ?? Infinity)) {
      this.missingFrom = missing;
      this.missingChanged.emit();
    }
    this.#painter.resize(size);
    await this.#painter.write(bytes);
    this.#painted = last;
  }
}
