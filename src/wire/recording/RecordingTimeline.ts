import { textAt, type JsonObject } from '../../lib/json.ts';
import { lastWhere } from '../../lib/search.ts';
import { DEFAULT_SIZE, boundedSize } from './recordingTerminal.ts';

export type Size = { cols: number; rows: number };

/** An event other than output, for the time bar and the list of events. */
export type RecordedEvent = { ms: number; event: JsonObject };

/** A period without output. */
export type Gap = { fromMs: number; toMs: number };

/** Further events are only counted: a hostile recording has millions. */
const EVENTS_MAX = 20_000;

/** A print of a server has at most 64 KiB (streams §4.2). This limits the memory that an event can claim. */
const PRINT_MAX = 16 * 1024 * 1024;

/** Events that start and end a recording, including those of desktops. */
export const STARTS: readonly string[] = ['session.start', 'db.session.start'];
export const ENDS: readonly string[] = ['session.end', 'db.session.end'];

/** Longer pauses in the output count as idle. */
export const IDLE_MS = 2000;

/** A growing array that doubles its capacity. */
class Column {
  #numbers = new Float64Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const wider = new Float64Array(this.length * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.length++] = number;
  }

  /** Returns 0 outside its range. */
  at(index: number): number {
    return index >= 0 && index < this.length ? (this.#numbers[index] ?? 0) : 0;
  }
}

/**
 * The prints of a recording with their times, from its events in order (streams §4.2). A long recording has a hundred
 * thousand prints, so they are stored in columns of numbers.
 */
export class RecordingTimeline {
  #ms = new Column();
  #offset = new Column();
  #bytes = new Column();
  /** The first print with a size. */
  #sizes: { print: number; size: Size }[] = [];
  #firstAtMs: number | undefined;
  #earlyEvents: JsonObject[] = [];
  #endMs: number | undefined;
  readonly events: RecordedEvent[] = [];
  /** The number of events that are not stored. */
  omittedEvents = 0;
  readonly gaps: Gap[] = [];
  /** The first of `STARTS`, once it has been read. */
  start: JsonObject | undefined;
  /** The first of `ENDS`. A recording that was cut off has none. */
  end: JsonObject | undefined;

  add(event: JsonObject): void {
    const kind = textAt(event, 'event');
    if (kind === 'print') return this.#addPrint(event);
    const size = sizeOf(event);
    if (size) this.#addSize(size);
    if (STARTS.includes(kind)) this.start ??= event;
    if (this.events.length + this.#earlyEvents.length >= EVENTS_MAX && !ENDS.includes(kind)) this.omittedEvents++;
    else if (this.#firstAtMs === undefined) this.#earlyEvents.push(event);
    else this.#addEvent(event);
    if (!ENDS.includes(kind)) return;
    this.end ??= event;
    this.#endMs ??= this.#firstAtMs === undefined ? undefined : this.#msOf(event);
  }

  /**
   * Called when there are no more events. Events before the first print get their times, and the last pause is added.
   */
  finish(): void {
    this.#firstAtMs ??= Date.parse(textAt(this.start ?? this.#earlyEvents[0], 'time')) || 0;
    this.#reportEarly();
    if (this.end) this.#endMs ??= this.#msOf(this.end);
    this.#addGap(this.durationMs);
  }

  get printCount(): number {
    return this.#ms.length;
  }

  /** The time of the first print. Undefined before it has been read. */
  get firstPrintAt(): Date | undefined {
    return this.#firstAtMs === undefined ? undefined : new Date(this.#firstAtMs);
  }

  /** Since the first print. Never less than for the print before. */
  msOf = (print: number): number => this.#ms.at(print);
  offsetOf = (print: number): number => this.#offset.at(print);
  bytesOf = (print: number): number => this.#bytes.at(print);

  /** The end of the print's output. */
  endOf = (print: number): number => this.#offset.at(print) + this.#bytes.at(print);

  /** The last print at or before this time, or -1 before the first. */
  printAt = (ms: number): number => lastWhere(this.printCount, (print) => this.#ms.at(print) <= ms);

  /** The last print that begins at or before an output offset, or -1 if there is none. */
  printAtOffset = (offset: number): number => lastWhere(this.printCount, (print) => this.#offset.at(print) <= offset);

  /** The size that applies to a print. */
  sizeAt(print: number): Size {
    const found = lastWhere(this.#sizes.length, (index) => (this.#sizes[index]?.print ?? 0) <= print);
    return this.#sizes[Math.max(0, found)]?.size ?? DEFAULT_SIZE;
  }

  /** Bytes of the recording's output that have been read. */
  get totalBytes(): number {
    return this.printCount === 0 ? 0 : this.endOf(this.printCount - 1);
  }

  /** Total time without output. */
  get idleMs(): number {
    return this.gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  }

  /** The time of the session's end, else of the last event that has been read. */
  get durationMs(): number {
    const last = this.#ms.at(this.printCount - 1);
    return Math.max(last, this.#endMs ?? 0, this.events.at(-1)?.ms ?? 0);
  }

  #msOf(event: JsonObject): number {
    const ms = Date.parse(textAt(event, 'time')) - (this.#firstAtMs ?? 0);
    return Number.isFinite(ms) ? Math.max(0, ms) : 0;
  }

  #addPrint(event: JsonObject): void {
    const [ms, bytes] = [numberAt(event, 'ms'), numberAt(event, 'bytes')];
    const last = this.printCount - 1;
    const offset = typeof event['offset'] === 'number' ? event['offset'] : this.endOf(last);
    if (bytes <= 0 || bytes > PRINT_MAX) return;
    if (this.#firstAtMs === undefined) {
      const atMs = Date.parse(textAt(event, 'time'));
      this.#firstAtMs = Number.isNaN(atMs) ? 0 : atMs;
      this.#reportEarly();
    }
    const now = Math.max(0, ms, this.msOf(last));
    this.#addGap(now);
    this.#ms.push(now);
    this.#offset.push(offset);
    this.#bytes.push(bytes);
  }

  /** Adds the pause from the last print to this time. */
  #addGap(toMs: number): void {
    const fromMs = this.msOf(this.printCount - 1);
    if (this.printCount > 0 && toMs - fromMs > IDLE_MS) this.gaps.push({ fromMs, toMs });
  }

  #addSize(size: Size): void {
    const last = this.#sizes.at(-1);
    if (last?.print === this.printCount) last.size = size;
    else if (last?.size.cols !== size.cols || last.size.rows !== size.rows)
      this.#sizes.push({ print: this.printCount, size });
  }

  #addEvent(event: JsonObject): void {
    this.events.push({ ms: this.#msOf(event), event });
  }

  #reportEarly(): void {
    for (const event of this.#earlyEvents.splice(0)) this.#addEvent(event);
  }
}

const numberAt = (event: JsonObject, key: string): number => {
  const value = event[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

/** `80:25`. Undefined if the event has no valid size. */
function sizeOf(event: JsonObject): Size | undefined {
  const [cols, rows] = textAt(event, 'size').split(':').map(Number);
  if (!cols || !rows || !(cols > 0) || !(rows > 0)) return undefined;
  return boundedSize({ cols: Math.floor(cols), rows: Math.floor(rows) });
}
