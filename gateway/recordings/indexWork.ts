// The work of the indexer, in a thread of its own or, in tests, in that of the gateway.
import { setImmediate } from 'node:timers/promises';
import { textAt } from '../../src/lib/json.ts';
import type { PendingRecording, RecordingTextStore } from '../store/recordingTexts.ts';
import { indexRecording } from './indexRecording.ts';
import { isTerminal, type FinishedRecording, type Recordings } from './Recordings.ts';
import { readOverview, writeEmptyOverview } from './screenFiles.ts';
import { TextBlocks } from './TextBlocks.ts';

/** What may be stored as text. `beforeMs`: texts of recordings that ended earlier go. */
export type TextKeeping = { maxChars: number; beforeMs: number };

/** A recording that ended a thread or a process so often is not tried again. */
const ATTEMPTS_MAX = 3;

export type IndexReport = {
  /** Something went wrong with one recording; the others go on. */
  failed(sid: string, error: unknown): void;
  /** Everything has been read. */
  idle(): void;
};

/** Reads recordings one at a time, newest first, and removes the text of those that are gone. */
export class IndexWork {
  #recordings: Recordings;
  #store: RecordingTextStore;
  #report: IndexReport;
  #keeping: TextKeeping = { maxChars: 0, beforeMs: 0 };
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isDue = false;

  constructor(recordings: Recordings, store: RecordingTextStore, report: IndexReport) {
    this.#recordings = recordings;
    this.#store = store;
    this.#report = report;
  }

  /** Call it at the start, when a recording has come or gone, and when `keeping` has changed. */
  look(keeping: TextKeeping): void {
    this.#keeping = keeping;
    this.#isDue = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is read any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      while (this.#isDue) {
        this.#isDue = false;
        await this.#compare();
      }
      const next = this.#store.nextPending();
      if (!next) break;
      await this.#read(next);
      this.#keepWithin();
      await setImmediate(); // lets messages in
    }
    this.#running = undefined;
    if (!signal.aborted) this.#report.idle();
  }

  /** The folders of recordings say what there is. */
  async #compare(): Promise<void> {
    const known = this.#store.sids();
    for (const sid of await this.#recordings.ids()) {
      if (known.delete(sid)) continue;
      const recording = await this.#recordings.find(sid);
      if (recording) this.#store.add(sid, Date.parse(textAt(recording.event, 'time')) || 0, recording.event);
    }
    for (const sid of known) this.#store.forget(sid);
    this.#keepWithin();
  }

  async #read(pending: PendingRecording): Promise<void> {
    const { id, sid, attempts } = pending;
    const recording = await this.#recordings.find(sid);
    if (!recording) return this.#store.forget(sid);
    if (!isTerminal(recording)) return this.#store.end(id, 'none');
    try {
      if (attempts >= ATTEMPTS_MAX) throw new Error('reading it ended the thread or the process each time');
      await this.#index(pending, recording);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#report.failed(sid, error);
      await writeEmptyOverview(recording).catch(() => undefined); // its folder may be gone by now
      this.#store.end(id, 'none');
    }
  }

  async #index({ id, endedMs }: PendingRecording, recording: FinishedRecording): Promise<void> {
    this.#store.begin(id);
    const isWanted = this.#isWanted(endedMs);
    if (!isWanted && (await readOverview(recording.files))) return this.#store.end(id, 'removed');
    const texts = isWanted ? new TextBlocks((batch) => this.#store.addBlocks(id, batch)) : undefined;
    const state = await indexRecording(recording, texts, this.#stopping.signal);
    this.#store.end(id, isWanted ? state : 'removed');
  }

  /** False where the text would be the first to go. */
  #isWanted(endedMs: number): boolean {
    const { maxChars, beforeMs } = this.#keeping;
    if (endedMs < beforeMs) return false;
    return this.#store.chars() < maxChars || endedMs > (this.#store.oldestWithText()?.endedMs ?? Number.MAX_VALUE);
  }

  /** The oldest texts go first. */
  #keepWithin(): void {
    const { maxChars, beforeMs } = this.#keeping;
    let chars = this.#store.chars();
    for (let oldest = this.#store.oldestWithText(); oldest; oldest = this.#store.oldestWithText()) {
      if (chars <= maxChars && oldest.endedMs >= beforeMs) return;
      this.#store.dropText(oldest.id);
      chars = this.#store.chars();
    }
  }
}
