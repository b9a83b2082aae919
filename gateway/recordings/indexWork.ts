// The work of the indexer, in its own thread or, in tests, in the thread of the gateway.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { textAt } from '../../src/lib/json.ts';
import { RUNNING_ENDED_MS, type PendingRecording, type RecordingTextStore } from '../store/recordingTexts.ts';
import { ATTEMPTS_MAX, indexRecording } from './indexRecording.ts';
import { isTerminal, type FinishedRecording, type Recordings } from './Recordings.ts';
import { RunningText } from './RunningText.ts';
import { readOverview, writeEmptyOverview } from './screenFiles.ts';
import { TextBlocks } from './TextBlocks.ts';

/** The limits of stored text. `beforeMs`: texts of recordings that ended earlier are deleted. */
export type TextKeeping = { maxChars: number; beforeMs: number };

/** The interval for reading running sessions. A command that ends earlier is read once. */
const STEP_MS = 2000;
/** Limit of sessions that are read while they run. Each has an emulator. */
const RUNNING_MAX = 64;

export type IndexReport = {
  /** One recording failed. The others continue. */
  failed(sid: string, error: unknown): void;
  /** Everything has been read. */
  idle(): void;
};

/** Reads recordings, newest first, those of running sessions in steps, and deletes the text of deleted recordings. */
export class IndexWork {
  #recordings: Recordings;
  #store: RecordingTextStore;
  #report: IndexReport;
  #keeping: TextKeeping = { maxChars: 0, beforeMs: 0 };
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  /** Running sessions. undefined: their text is read after their end. */
  #sessions = new Map<string, RunningText | undefined>();
  /** Sessions that have not ended. */
  #unfinished: ReadonlySet<string> = new Set();
  #isDue = false;

  constructor(recordings: Recordings, store: RecordingTextStore, report: IndexReport) {
    this.#recordings = recordings;
    this.#store = store;
    this.#report = report;
  }

  /**
   * Call it at the start, when a recording starts, ends or is deleted, and when `keeping` has changed. `running`:
   * sessions that are being recorded.
   */
  look(keeping: TextKeeping, running: readonly string[] = []): void {
    this.#keeping = keeping;
    this.#isDue = true;
    this.#setSessions(running);
    this.#running ??= this.#run();
    if (this.#followed().length > 0) this.#following ??= this.#follow();
  }

  /** Resolves when all reading has stopped. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#following;
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
    this.#reportIdle();
  }

  #reportIdle(): void {
    if (!this.#stopping.signal.aborted && !this.#running && !this.#following) this.#report.idle();
  }

  #setSessions(running: readonly string[]): void {
    this.#unfinished = new Set(running);
    const before = this.#sessions;
    this.#sessions = new Map(running.flatMap((sid) => (before.has(sid) ? [[sid, before.get(sid)]] : [])));
    let count = this.#followed().length;
    for (const sid of running) {
      if (this.#sessions.has(sid) || count >= RUNNING_MAX) continue;
      this.#sessions.set(sid, new RunningText(sid, this.#recordings.files(sid), this.#store));
      count++;
    }
  }

  #followed(): [string, RunningText][] {
    return [...this.#sessions].filter((entry): entry is [string, RunningText] => entry[1] !== undefined);
  }

  /** Reads each running session in turn, until none is left. */
  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    let hasMore = false;
    while (!signal.aborted && this.#followed().length > 0) {
      if (!hasMore) await setTimeout(STEP_MS, undefined, { signal }).catch(() => undefined);
      hasMore = false;
      const isWanted = this.#isWanted(RUNNING_ENDED_MS);
      for (const [sid, text] of isWanted ? this.#followed() : []) {
        if (await this.#step(sid, text)) hasMore = true;
        await setImmediate();
      }
      this.#keepWithin();
    }
    this.#following = undefined;
    this.#reportIdle();
  }

  /** True if there is more to read. */
  async #step(sid: string, text: RunningText): Promise<boolean> {
    if (this.#stopping.signal.aborted || this.#sessions.get(sid) !== text) return false;
    try {
      const result = await text.step();
      if (result === 'over') this.#stopFollowing(sid, text);
      return result === 'more';
    } catch (error) {
      // Ignored for a session that has ended in the meantime: its folder may be deleted.
      if (this.#sessions.get(sid) === text) this.#report.failed(sid, error);
      this.#stopFollowing(sid, text);
      return false;
    }
  }

  #stopFollowing(sid: string, text: RunningText): void {
    if (this.#sessions.get(sid) === text) this.#sessions.set(sid, undefined);
  }

  /** Compares the store with the existing recording folders. */
  async #compare(): Promise<void> {
    const storedSids = this.#store.sids();
    const running = new Set(this.#store.running().map(({ sid }) => sid));
    for (const sid of await this.#recordings.ids()) {
      if ((storedSids.delete(sid) && !running.has(sid)) || this.#unfinished.has(sid)) continue;
      const recording = await this.#find(sid);
      if (recording) this.#store.add(sid, Date.parse(textAt(recording.event, 'time')) || 0, recording.event);
    }
    for (const sid of storedSids) this.#store.forget(sid);
    this.#keepWithin();
  }

  /** undefined also if its end cannot be read, which is reported: a later call may find it. */
  #find(sid: string): Promise<FinishedRecording | undefined> {
    return this.#recordings.find(sid).catch((error: unknown) => {
      this.#report.failed(sid, error);
      return undefined;
    });
  }

  async #read(pending: PendingRecording): Promise<void> {
    const { id, sid, attempts } = pending;
    const recording = await this.#find(sid);
    if (!recording) return this.#store.forget(sid);
    if (!isTerminal(recording)) return this.#store.end(id, 'none');
    try {
      if (attempts >= ATTEMPTS_MAX) throw new Error('reading it ended the thread or the process each time');
      await this.#index(pending, recording);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#report.failed(sid, error);
      await writeEmptyOverview(recording).catch(() => undefined); // its folder may be deleted
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

  /** False if the text would be the first to be deleted. */
  #isWanted(endedMs: number): boolean {
    const { maxChars, beforeMs } = this.#keeping;
    if (endedMs < beforeMs) return false;
    return this.#store.chars() < maxChars || endedMs > (this.#store.oldestWithText()?.endedMs ?? Number.MAX_VALUE);
  }

  /** Deletes the oldest texts first. */
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
