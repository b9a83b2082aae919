import { Emitter, ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import type { RecordingTimeline, Size } from '../../../wire/recording/RecordingTimeline.ts';
import type { RecordingBytes } from './RecordingBytes.ts';
import { isScanResult, type ScanJob, type ScanResult } from './scanProtocol.ts';

/** Output that the worker gets at once. */
const JOB_BYTES = 512 * 1024;

/** `stopped`: it has read as much as it reads unasked; `bytes` of the output are read. */
export type ScanState =
  | { kind: 'reading'; bytes: number }
  | { kind: 'stopped'; bytes: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

/** Hands the output of a recording to the worker that reads it, from its beginning to its end. */
export class ScanFeed {
  readonly state = new ValueStore<ScanState>({ kind: 'reading', bytes: 0 });
  readonly found = new Emitter<ScanResult>();
  #timeline: RecordingTimeline;
  #bytes: RecordingBytes;
  #worker = new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' });
  #abort = new AbortController();
  #next = 0;
  #limitBytes: number;
  #isRunning = false;
  #isWhole = false;

  /** Where the server stores screens to go on from, a long recording is read to its end only when it is asked for. */
  constructor(timeline: RecordingTimeline, bytes: RecordingBytes, limitBytes: number) {
    this.#limitBytes = limitBytes;
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
    this.#worker.terminate();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
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
    }
    this.#isRunning = false;
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
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isScanResult(data)) resolve(data);
      };
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage(job, { transfer: [job.bytes.buffer, job.prints.buffer] });
    });
  }
}
