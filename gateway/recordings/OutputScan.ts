// Feeds the output of a recording to a scan, as its index lists it.
import type { FileHandle } from 'node:fs/promises';
import { at, textAt, type JsonObject } from '../../src/lib/json.ts';
import { commandsOfStart } from '../../src/wire/recording/CommandReader.ts';
import { RecordingScan, type ScanListener } from '../../src/wire/recording/RecordingScan.ts';
import { DEFAULT_SIZE } from '../../src/wire/recording/recordingTerminal.ts';

/** Output within this time is read at once. A prompt and the text typed at it are further apart. */
const MERGE_MS = 5;
const MERGE_BYTES = 64 * 1024;

export class OutputScan {
  readonly scan: RecordingScan;
  #listener: ScanListener;
  #afterPiece: () => Promise<void>;
  /** Output that the scan has not got yet: it is in the file from `read` on. */
  #unscanned = { bytes: 0, ms: 0 };
  #read = 0;
  #buffer = Buffer.alloc(2 * MERGE_BYTES);
  #ms = 0;
  #firstPrintMs: number | undefined;
  #size: { cols: number; rows: number } = DEFAULT_SIZE;
  #largest = { columns: 0, rows: 0 };

  /** `afterPiece` runs between two pieces of output. */
  constructor(listener: ScanListener, afterPiece: () => Promise<void> = () => Promise.resolve()) {
    this.#listener = listener;
    this.scan = new RecordingScan(listener);
    this.#afterPiece = afterPiece;
  }

  /** Bytes that the scan has got. */
  get read(): number {
    return this.#read;
  }

  /** Bytes that the index has listed. */
  get indexed(): number {
    return this.#read + this.#unscanned.bytes;
  }

  /** The time of the last print, since the first. */
  get ms(): number {
    return this.#ms;
  }

  /** The time of the first output. undefined if there was none. */
  get firstPrintMs(): number | undefined {
    return this.#firstPrintMs;
  }

  /** The size of the next output. */
  get size(): { cols: number; rows: number } {
    return this.#size;
  }

  /** The largest sizes at which output was printed. */
  get largest(): { columns: number; rows: number } {
    return this.#largest;
  }

  /**
   * Handles the next event (streams §4.2). The scan may get a print only with the next call. `bytes`: absent if nothing
   * was printed.
   */
  async take(event: JsonObject, bytes: FileHandle | undefined): Promise<void> {
    if (event['event'] === 'print') return this.#print(event, bytes);
    const commands = event['event'] === 'session.start' ? commandsOfStart(event) : [];
    for (const command of commands) this.#listener.command(command);
    const size = /^(\d{1,5}):(\d{1,5})$/.exec(textAt(event, 'size'));
    if (!size) return;
    await this.printWaiting(bytes);
    // It takes effect with the next print: a stored screen follows a print, and a player knows the sizes itself.
    this.#size = { cols: Number(size[1]), rows: Number(size[2]) };
  }

  /** Feeds everything that the index has listed to the scan. */
  async printWaiting(bytes: FileHandle | undefined): Promise<void> {
    const { bytes: length, ms } = this.#unscanned;
    if (length === 0 || !bytes) return;
    const { columns, rows } = this.#largest;
    this.#largest = { columns: Math.max(columns, this.#size.cols), rows: Math.max(rows, this.#size.rows) };
    this.#unscanned = { bytes: 0, ms };
    this.scan.resize(this.#size.cols, this.#size.rows);
    // One buffer for all: with a buffer for each piece, garbage grows faster than it is collected.
    for (let remaining = length; remaining > 0;) {
      const { bytesRead } = await bytes.read(this.#buffer, 0, Math.min(remaining, this.#buffer.length), this.#read);
      if (bytesRead === 0) break; // the file is shorter than its index
      await this.scan.print(this.#buffer.subarray(0, bytesRead), ms);
      await this.#afterPiece();
      this.#read += bytesRead;
      remaining -= bytesRead;
    }
  }

  async #print(event: JsonObject, bytes: FileHandle | undefined): Promise<void> {
    const ms = Number(at(event, 'ms'));
    const length = Number(at(event, 'bytes'));
    this.#firstPrintMs ??= Date.parse(textAt(event, 'time'));
    const waiting = this.#unscanned;
    if (waiting.bytes > 0 && (waiting.bytes + length > MERGE_BYTES || ms - waiting.ms > MERGE_MS))
      await this.printWaiting(bytes);
    if (this.#unscanned.bytes === 0) this.#unscanned.ms = ms;
    this.#unscanned.bytes += length;
    this.#ms = ms;
  }
}
