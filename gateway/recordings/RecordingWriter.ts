// Writes a recording while its session runs. Bytes go to one file, the index to another. Both are append-only, and the
// bytes are written first: whenever the process ends, everything in the index exists.
import { open, type FileHandle } from 'node:fs/promises';
import type { JsonObject } from '../../src/lib/json.ts';
import type { RecordingFiles } from './files.ts';
import { eventLine, printLine } from './timeline.ts';

/** Data waits at most this long for the disk: a killed gateway loses no more. */
const FLUSH_MS = 500;
/** At most this much is collected before it is written. */
const FLUSH_BYTES = 64 * 1024;
/** Waiting bytes at which the session has to slow down, and at which it may continue. */
const HIGH_BYTES = 512 * 1024;
const LOW_BYTES = 128 * 1024;
/** The size of one write. Joining more at once would block the event loop. */
const PIECE_BYTES = 1024 * 1024;
/** Limit of one print (streams §4.2). */
const PRINT_MAX_BYTES = 64 * 1024;

export type WriterListener = {
  /** `behind` changed: the disk is slower than the session, or has caught up. */
  pressure(): void;
  /** Nothing more is recorded. Called once. */
  failed(error: Error): void;
};

export class RecordingWriter {
  #bytesFile: FileHandle;
  #indexFile: FileHandle;
  #listener: WriterListener;
  #bytes: Uint8Array[] = [];
  #lines: string[] = [];
  #waitingBytes = 0;
  #writing = 0;
  #written = 0;
  #isBehind = false;
  #empty = true;
  #lastMs = 0;
  /** By how much the clock was set back in total. */
  #behindMs = 0;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  private constructor(bytesFile: FileHandle, indexFile: FileHandle, listener: WriterListener) {
    this.#bytesFile = bytesFile;
    this.#indexFile = indexFile;
    this.#listener = listener;
  }

  /** Rejects if the files cannot be created. */
  static async open({ bytes, index }: RecordingFiles, listener: WriterListener): Promise<RecordingWriter> {
    const bytesFile = await open(bytes, 'a', 0o600);
    try {
      return new RecordingWriter(bytesFile, await open(index, 'a', 0o600), listener);
    } catch (error) {
      await bytesFile.close();
      throw error;
    }
  }

  /** True while too much data waits for the disk. */
  get behind(): boolean {
    return this.#isBehind;
  }

  /** Length of the stream that the index has listed. */
  get bytesWritten(): number {
    return this.#written;
  }

  /** Converts a clock time to a recording time, which continues from the last one if the clock was set back. */
  advanceTo(timeMs: number): number {
    this.#behindMs = Math.max(this.#behindMs, this.#lastMs - timeMs);
    return (this.#lastMs = timeMs + this.#behindMs);
  }

  /** Stores `bytes` until they are written: do not change them. Returns the number of index events for them. */
  print(bytes: Uint8Array, timeMs: number): number {
    const momentMs = this.advanceTo(timeMs);
    let prints = 0;
    for (let at = 0; at < bytes.length; at += PRINT_MAX_BYTES, prints++)
      this.#lines.push(printLine(momentMs, Math.min(PRINT_MAX_BYTES, bytes.length - at)));
    if (prints > 0) this.#add(bytes);
    return prints;
  }

  event(document: Readonly<JsonObject>): void {
    this.append(undefined, eventLine(document));
  }

  /**
   * For other index formats: bytes of the stream, which must not be changed afterwards, and a line with its line feed.
   */
  append(bytes: Uint8Array | undefined, line = ''): void {
    if (line !== '') this.#lines.push(line);
    this.#add(bytes);
  }

  get #hasWork(): boolean {
    return this.#lines.length > 0 || this.#waitingBytes > 0;
  }

  /** Writes waiting data, syncs it to the disk and closes the files. Never rejects: see `failed`. */
  async close(): Promise<void> {
    while (this.#flushing ?? this.#hasWork) await (this.#flushing ?? this.#flush());
    clearTimeout(this.#timer);
    await this.#attempt(async () => {
      await this.#bytesFile.datasync();
      await this.#indexFile.datasync();
    });
    // Some disks report only here that they could not store what was written.
    for (const file of [this.#bytesFile, this.#indexFile])
      await file.close().catch((error: unknown) => this.#fail(error));
  }

  #add(bytes?: Uint8Array): void {
    if (this.#failed) {
      this.#lines = [];
      return;
    }
    if (bytes) {
      this.#bytes.push(bytes);
      this.#waitingBytes += bytes.length;
    }
    this.#judgePressure();
    if (this.#flushing) return;
    // The first event is written at once, so that a started session is always known.
    if (this.#waitingBytes >= FLUSH_BYTES || this.#empty) void this.#flush();
    else this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#empty = false;
    this.#flushing = this.#write().finally(() => {
      this.#flushing = undefined;
      this.#writing = 0;
      this.#judgePressure();
      if (this.#waitingBytes >= FLUSH_BYTES) void this.#flush();
      else if (this.#hasWork) this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const bytes = this.#bytes;
    const length = this.#waitingBytes;
    const lines = this.#lines.join('');
    this.#bytes = [];
    this.#lines = [];
    this.#writing = length;
    this.#waitingBytes = 0;
    await this.#attempt(async () => {
      for (const piece of joinPieces(bytes)) await this.#bytesFile.appendFile(piece);
      await this.#indexFile.appendFile(lines);
      this.#written += length;
    });
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.#failed) return;
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#bytes = [];
    this.#lines = [];
    this.#waitingBytes = 0;
    this.#listener.failed(error instanceof Error ? error : new Error(String(error)));
  }

  #judgePressure(): void {
    const waiting = this.#waitingBytes + this.#writing;
    const behind = this.#isBehind ? waiting > LOW_BYTES : waiting > HIGH_BYTES;
    if (behind === this.#isBehind) return;
    this.#isBehind = behind;
    this.#listener.pressure();
  }
}

/** The same bytes in fewer parts. A part that is longer than a piece is passed on unchanged. */
function* joinPieces(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    if (length + part.length > PIECE_BYTES && length > 0) {
      yield Buffer.concat(piece, length);
      piece = [];
      length = 0;
    }
    if (part.length > PIECE_BYTES) yield part;
    else {
      piece.push(part);
      length += part.length;
    }
  }
  if (length > 0) yield Buffer.concat(piece, length);
}
