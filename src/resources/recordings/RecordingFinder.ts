import {
  fetchRecordingBytes,
  readRecordingEvents,
  STREAM_BYTES_MAX,
  type RecordingAddress,
} from '../../api/recordingData.ts';
import { commandsOfStart, type RecordedCommand } from '../../wire/recording/CommandReader.ts';
import { RecordingTimeline } from '../../wire/recording/RecordingTimeline.ts';
import type { SearchHitJson } from '../../wire/recordings.ts';

/** Output at one terminal size, printed at `ms`. */
export type Print = { ms: number; bytes: number; cols: number; rows: number };

/** Messages from the page to the worker. */
export type FindJob =
  | { kind: 'begin'; text: string; isPattern: boolean; commands: readonly RecordedCommand[] }
  /** `prints` divide the bytes in order. */
  | { kind: 'print'; bytes: Uint8Array<ArrayBuffer>; prints: readonly Print[] }
  | { kind: 'end' };

export type Hits = { count: number; hits: SearchHitJson[] };
/** The answer to each job; `found` answers the last one. */
export type FindResult = { kind: 'taken' } | { kind: 'found'; found: Hits } | { kind: 'failed'; message: string };

/**
 * Searches recordings one after the other with the two calls that every cluster has. The worker gets the output in
 * chunks, so that memory does not grow with the recording.
 */
export class RecordingFinder {
  #worker = new Worker(new URL('./find.worker.ts', import.meta.url), { type: 'module' });
  #query: { text: string; isPattern: boolean };

  constructor(query: { text: string; isPattern: boolean }) {
    this.#query = query;
  }

  /** Rejects if the recording cannot be read. Call it again only after it has settled. */
  async find(address: RecordingAddress, signal: AbortSignal): Promise<Hits> {
    const timeline = new RecordingTimeline();
    await readRecordingEvents(address, (events) => events.forEach((event) => timeline.add(event)), signal);
    timeline.finish();
    await this.#ask({ kind: 'begin', ...this.#query, commands: commandsOfStart(timeline.start) });
    let print = 0;
    for (let offset = timeline.offsetOf(0); offset < timeline.totalBytes;) {
      const byteCount = Math.min(STREAM_BYTES_MAX, timeline.totalBytes - offset);
      const bytes = await fetchRecordingBytes(address, { offset, bytes: byteCount }, signal);
      if (bytes.length === 0) break; // the rest is missing: search what is there
      const end = offset + bytes.length;
      const prints: Print[] = [];
      for (; print < timeline.printCount && timeline.offsetOf(print) < end; print++) {
        const from = Math.max(offset, timeline.offsetOf(print));
        const to = Math.min(end, timeline.endOf(print));
        prints.push({ ms: timeline.msOf(print), bytes: to - from, ...timeline.sizeAt(print) });
        if (timeline.endOf(print) > end) break; // continues in the next chunk
      }
      await this.#ask({ kind: 'print', bytes, prints });
      signal.throwIfAborted();
      offset = end;
    }
    const result = await this.#ask({ kind: 'end' });
    return result.kind === 'found' ? result.found : { count: 0, hits: [] };
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #ask(job: FindJob): Promise<FindResult> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FindResult>) => {
        if (data.kind === 'failed') reject(new Error(data.message));
        else resolve(data);
      };
      this.#worker.onerror = (event) => reject(new Error(event.message || 'The search stopped'));
      this.#worker.postMessage(job, { transfer: job.kind === 'print' ? [job.bytes.buffer] : [] });
    });
  }
}
