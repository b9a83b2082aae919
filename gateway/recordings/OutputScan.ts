// Hands the output of a recording to a scan, as the index of the recording tells it.
import type { FileHandle } from 'node:fs/promises';
import { at, textAt, type JsonObject } from '../../src/lib/json.ts';
import { commandsOfStart } from '../../src/wire/recording/CommandReader.ts';
import { RecordingScan, type ScanListener } from '../../src/wire/recording/RecordingScan.ts';
import { DEFAULT_SIZE } from '../../src/wire/recording/recordingTerminal.ts';

/** Output that comes within this time is read in one go. A prompt and what is typed at it do not. */
const MERGE_MS = 5;
const MERGE_BYTES = 64 * 1024;

export class OutputScan {
  readonly scan: RecordingScan;
  #listener: ScanListener;
  #afterPiece: () => Promise<void>;
  /** Output that the scan has not got yet: it lies in the file from `read` on. */
  #waiting = { bytes: 0, ms: 0 };
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

  /** Bytes that the index has told of. */
  get indexed(): number {
    return this.#read + this.#waiting.bytes;
  }

  /** Of the last print, since the first. */
  get ms(): number {
    return this.#ms;
  }

  /** When the first output came; undefined where there was none. */
  get firstPrintMs(): number | undefined {
    return this.#firstPrintMs;
  }

  /** The size that the next output has. */
  get size(): { cols: number; rows: number } {
    return this.#size;
  }

  /** Of the sizes at which something was printed. */
  get largest(): { columns: number; rows: number } {
    return this.#largest;
  }

  /**
   * The next event (streams §4.2). The scan may get a print only with the next call. `bytes`: absent where nothing was
   * printed.
   */
  async take(event: JsonObject, bytes: FileHandle | undefined): Promise<void> {
    if (event['event'] === 'print') return this.#print(event, bytes);
    const commands = event['event'] === 'session.start' ? commandsOfStart(event) : [];
    for (const command of commands) this.#listener.command(command);
    const size = /^(\d{1,5}):(\d{1,5})$/.exec(textAt(event, 'size'));
    if (!size) return;
    await this.printWaiting(bytes);
    // It takes effect with the next print: a screen is one behind a print, and a player has the sizes itself.
    this.#size = { cols: Number(size[1]), rows: Number(size[2]) };
  }

  /** Gives the scan all that the index has told of. */
  async printWaiting(bytes: FileHandle | undefined): Promise<void> {
    const { bytes: length, ms } = this.#waiting;
    if (length === 0 || !bytes) return;
    const { columns, rows } = this.#largest;
    this.#largest = { columns: Math.max(columns, this.#size.cols), rows: Math.max(rows, this.#size.rows) };
    this.#waiting = { bytes: 0, ms };
    this.scan.resize(this.#size.cols, this.#size.rows);
    // One buffer for all: what each piece leaves to the garbage collection adds up faster than it is collected.
    for (let left = length; left > 0;) {
      const { bytesRead } = await bytes.read(this.#buffer, 0, Math.min(left, this.#buffer.length), this.#read);
      if (bytesRead === 0) break; // the file is shorter than its index
      await this.scan.print(this.#buffer.subarray(0, bytesRead), ms);
      await this.#afterPiece();
      this.#read += bytesRead;
      left -= bytesRead;
    }
  }

  async #print(event: JsonObject, bytes: FileHandle | undefined): Promise<void> {
    const ms = Number(at(event, 'ms'));
    const length = Number(at(event, 'bytes'));
    this.#firstPrintMs ??= Date.parse(textAt(event, 'time'));
    const waiting = this.#waiting;
    if (waiting.bytes > 0 && (waiting.bytes + length > MERGE_BYTES || ms - waiting.ms > MERGE_MS))
      await this.printWaiting(bytes);
    if (this.#waiting.bytes === 0) this.#waiting.ms = ms;
    this.#waiting.bytes += length;
    this.#ms = ms;
  }
}
