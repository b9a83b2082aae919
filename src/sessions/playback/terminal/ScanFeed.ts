import { Emitter, ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { commandsOfStart } from '../../../wire/recording/CommandReader.ts';
import type { RecordingTimeline, Size } from '../../../wire/recording/RecordingTimeline.ts';
import { askWorker, isScanResult, type ScanJob, type ScanResult } from './scanProtocol.ts';
import type { OutputSource } from './TerminalTrack.ts';

/** If seeking does not need the text, the feed reads text beyond this limit only on request. */
const READ_UNASKED_BYTES = 32 * 1024 * 1024;

/** Bytes of output in one job of the worker. */
const JOB_BYTES = 512 * 1024;

/** `stopped`: the limit without a request is reached. `bytes` is how much of the output is read. */
export type ScanState =
  | { kind: 'reading'; bytes: number }
  | { kind: 'stopped'; bytes: number }
  | { kind: 'done' }
  | { kind: 'failed'; bytes: number; error: unknown };

/** Passes on what the server has read of the recording. Resolves to false if it has not read it. */
export type ReadStored = (take: (found: ScanResult) => void, signal: AbortSignal) => Promise<boolean>;

/** The text of a recording, from the server or from a worker that gets the output from beginning to end. */
export class ScanFeed {
  readonly state = new ValueStore<ScanState>({ kind: 'reading', bytes: 0 });
  readonly found = new Emitter<ScanResult>();
  #timeline: RecordingTimeline;
  #bytes: OutputSource;
  #worker: Worker | undefined;
  #readStored: ReadStored | undefined;
  #abort = new AbortController();
  /** The print with which the worker continues. */
  #next = 0;
  /** All prints before this one are passed on. A new worker reads them without passing them on again. */
  #emittedPrints = 0;
  /** Number of passed-on pieces of the stored text. */
  #emittedPieces = 0;
  #limitBytes: number;
  #isRunning = false;
  #isWhole = false;

  /** `stored` is for servers that store texts and screens. A long recording is then read to its end only on request. */
  constructor(timeline: RecordingTimeline, bytes: OutputSource, stored?: ReadStored) {
    this.#readStored = stored;
    this.#limitBytes = stored ? READ_UNASKED_BYTES : Infinity;
    this.#timeline = timeline;
    this.#bytes = bytes;
  }

  /** Call it when the timeline has more prints, or all of them. */
  more(isWhole: boolean): void {
    this.#isWhole = isWhole;
    if (!this.#isRunning && this.state.get().kind === 'reading') void this.#run();
  }

  /** Reads beyond the limit, and retries after a failure. */
  readOn(): void {
    this.#limitBytes = Infinity;
    if (this.state.get().kind === 'stopped') this.#resume();
    else this.retry();
  }

  /** Continues after a failure. */
  retry(): void {
    if (this.state.get().kind === 'failed') this.#resume();
  }

  /** Resolves when the whole text is passed on. Rejects if reading fails. */
  async whenDone(progress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const follow = () => {
        const state = this.state.get();
        if (state.kind === 'reading' || state.kind === 'stopped') progress(state.bytes);
        else end();
      };
      const stop = this.state.subscribe(follow);
      const end = () => {
        stop();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      follow();
    });
    signal.throwIfAborted();
    const state = this.state.get();
    if (state.kind === 'failed') throw state.error;
  }

  dispose(): void {
    this.#abort.abort();
    this.#worker?.terminate();
  }

  #resume(): void {
    this.state.set({ kind: 'reading', bytes: this.#emittedBytes });
    if (!this.#isRunning) void this.#run();
  }

  get #emittedBytes(): number {
    return this.#emittedPrints === 0 ? 0 : this.#timeline.endOf(this.#emittedPrints - 1);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      if (await this.#hasStored()) return this.state.set({ kind: 'done' });
      while (this.#next < this.#timeline.printCount || this.#isWhole) {
        const { job, end } = await this.#nextJob();
        const found = await this.#ask(job);
        this.#next = end;
        if (!job.isLast && end <= this.#emittedPrints) continue;
        this.#emittedPrints = end;
        this.found.emit(found);
        const bytes = this.#emittedBytes;
        const kind = bytes > this.#limitBytes ? 'stopped' : 'reading';
        this.state.set(job.isLast ? { kind: 'done' } : { kind, bytes });
        if (job.isLast || kind === 'stopped') break;
      }
    } catch (error) {
      if (!isAbort(error)) this.state.set({ kind: 'failed', bytes: this.#emittedBytes, error });
    } finally {
      this.#isRunning = false;
    }
  }

  /** After a failure the stored text is read from its beginning, because its pieces are the same each time. */
  async #hasStored(): Promise<boolean> {
    let pieces = 0;
    const take = (found: ScanResult) => {
      if (pieces++ < this.#emittedPieces) return;
      this.#emittedPieces = pieces;
      this.found.emit(found);
    };
    const hasStored = (await this.#readStored?.(take, this.#abort.signal)) ?? false;
    this.#readStored = undefined;
    return hasStored;
  }

  async #nextJob(): Promise<{ job: ScanJob; end: number }> {
    const timeline = this.#timeline;
    const first = this.#next;
    const offset = timeline.offsetOf(first);
    const last = first < this.#emittedPrints ? this.#emittedPrints : timeline.printCount;
    let end = first;
    while (end < last && (end === first || timeline.endOf(end) - offset <= JOB_BYTES)) end++;
    const length = end === first ? 0 : timeline.endOf(end - 1) - offset;
    const bytes = length === 0 ? new Uint8Array() : await this.#bytes.read(offset, length, this.#abort.signal);
    const prints = new Float64Array(2 * (end - first));
    const sizes: { print: number; size: Size }[] = [];
    for (let print = first; print < end; print++) {
      prints.set([timeline.msOf(print), timeline.bytesOf(print)], 2 * (print - first));
      const size = timeline.sizeAt(print);
      if (print === 0 || size !== timeline.sizeAt(print - 1)) sizes.push({ print, size });
    }
    const isLast = this.#isWhole && end === timeline.printCount && first >= this.#emittedPrints;
    const commands = first === 0 ? commandsOfStart(timeline.start) : [];
    return { job: { bytes, first, prints, sizes, commands, isLast }, end };
  }

  async #ask(job: ScanJob): Promise<ScanResult> {
    const worker = (this.#worker ??= new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' }));
    try {
      return await askWorker(worker, { job, transfer: [job.bytes.buffer, job.prints.buffer] }, isScanResult);
    } catch (error) {
      // The state of the worker is lost: the next worker starts from the beginning.
      worker.terminate();
      this.#worker = undefined;
      this.#next = 0;
      throw error;
    }
  }
}
