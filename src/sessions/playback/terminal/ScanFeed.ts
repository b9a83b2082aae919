import { Emitter, ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import type { RecordingTimeline, Size } from '../../../wire/recording/RecordingTimeline.ts';
import { isScanResult, type ScanJob, type ScanResult } from './scanProtocol.ts';
import type { OutputSource } from './TerminalTrack.ts';

/** Of longer output the text is read when it is asked for, where seeking does not need it. */
const READ_UNASKED_BYTES = 32 * 1024 * 1024;

/** Output that the worker gets at once. */
const JOB_BYTES = 512 * 1024;

/** `stopped`: it has read as much as it reads unasked; `bytes` of the output are read. */
export type ScanState =
  | { kind: 'reading'; bytes: number }
  | { kind: 'stopped'; bytes: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

/** Passes on what the server has read of the recording. Resolves with false where it has not. */
export type ReadStored = (take: (found: ScanResult) => void, signal: AbortSignal) => Promise<boolean>;

/** The text of a recording: from the server, or from a worker that gets the output from its beginning to its end. */
export class ScanFeed {
  readonly state = new ValueStore<ScanState>({ kind: 'reading', bytes: 0 });
  readonly found = new Emitter<ScanResult>();
  #timeline: RecordingTimeline;
  #bytes: OutputSource;
  #worker: Worker | undefined;
  #readStored: ReadStored | undefined;
  #abort = new AbortController();
  #next = 0;
  #limitBytes: number;
  #isRunning = false;
  #isWhole = false;

  /** `stored`: of a server that stores texts and screens. Then a long recording is read to its end only when asked for. */
  constructor(timeline: RecordingTimeline, bytes: OutputSource, stored?: ReadStored) {
    this.#readStored = stored;
    this.#limitBytes = stored ? READ_UNASKED_BYTES : Infinity;
    this.#timeline = timeline;
    this.#bytes = bytes;
  }

  /** The timeline has more prints, or all of them. */
  more(isWhole: boolean): void {
    this.#isWhole = isWhole;
    if (!this.#isRunning && this.state.get().kind === 'reading') void this.#run();
  }

  /** Reads what is beyond the limit too. */
  readOn(): void {
    const state = this.state.get();
    this.#limitBytes = Infinity;
    if (state.kind !== 'stopped') return;
    this.state.set({ kind: 'reading', bytes: state.bytes });
    if (!this.#isRunning) void this.#run();
  }

  dispose(): void {
    this.#abort.abort();
    this.#worker?.terminate();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      if (await this.#hasStored()) return this.state.set({ kind: 'done' });
      while (this.#next < this.#timeline.printCount || this.#isWhole) {
        const job = await this.#nextJob();
        const { isLast } = job;
        this.found.emit(await this.#ask(job));
        const bytes = this.#timeline.endOf(this.#next - 1);
        const kind = bytes > this.#limitBytes ? 'stopped' : 'reading';
        this.state.set(isLast ? { kind: 'done' } : { kind, bytes });
        if (isLast || kind === 'stopped') break;
      }
    } catch (error) {
      if (!isAbort(error)) this.state.set({ kind: 'failed', error });
    } finally {
      this.#isRunning = false;
    }
  }

  async #hasStored(): Promise<boolean> {
    const readStored = this.#readStored;
    this.#readStored = undefined;
    return (await readStored?.((found) => this.found.emit(found), this.#abort.signal)) ?? false;
  }

  async #nextJob(): Promise<ScanJob> {
    const timeline = this.#timeline;
    const first = this.#next;
    const offset = timeline.offsetOf(first);
    let end = first;
    while (end < timeline.printCount && (end === first || timeline.endOf(end) - offset <= JOB_BYTES)) end++;
    const length = end === first ? 0 : timeline.endOf(end - 1) - offset;
    // A copy: what is handed over is gone from here.
    const bytes =
      length === 0 ? new Uint8Array() : (await this.#bytes.read(offset, length, this.#abort.signal)).slice();
    this.#next = end;
    const prints = new Float64Array(2 * (end - first));
    const sizes: { print: number; size: Size }[] = [];
    for (let print = first; print < end; print++) {
      prints.set([timeline.msOf(print), timeline.bytesOf(print)], 2 * (print - first));
      const size = timeline.sizeAt(print);
      if (print === 0 || size !== timeline.sizeAt(print - 1)) sizes.push({ print, size });
    }
    return { bytes, first, prints, sizes, isLast: this.#isWhole && end === timeline.printCount };
  }

  #ask(job: ScanJob): Promise<ScanResult> {
    const worker = (this.#worker ??= new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' }));
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isScanResult(data)) resolve(data);
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(job, { transfer: [job.bytes.buffer, job.prints.buffer] });
    });
  }
}
