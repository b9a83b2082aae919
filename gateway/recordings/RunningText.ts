// Reads the text of a recording while it is being written, so that a search finds it before the session ends.
import { open } from 'node:fs/promises';
import { textAt, type JsonObject } from '../../src/lib/json.ts';
import type { RecordingTextStore } from '../store/recordingTexts.ts';
import { toEndFields, toStartFields, type StartFields } from './endEvent.ts';
import type { RecordingFiles } from './files.ts';
import { ATTEMPTS_MAX, timeMaxMs } from './indexRecording.ts';
import { OutputScan } from './OutputScan.ts';
import { TextBlocks } from './TextBlocks.ts';
import { readLine, TimelineReader, type TimelineEntry } from './timeline.ts';

/** Limits of one step: of the index, and of the output. */
const STEP_INDEX_BYTES = 64 * 1024;
const STEP_BYTES = 1024 * 1024;
/** Recordings with larger screens are read only after their end, because emulators of many sessions are in memory. */
const CELLS_MAX = 50_000;

const LINE_FEED = 0x0a;

/** `more`: a further step has data to read. `over`: the rest is read after the end of the session. */
export type StepResult = 'waits' | 'more' | 'over';

export class RunningText {
  #sid: string;
  #files: RecordingFiles;
  #store: RecordingTextStore;
  #entries = new TimelineReader();
  #output: OutputScan;
  #texts: TextBlocks;
  /** Id of the row in the store, once the session has started. */
  #id: number | undefined;
  #start: StartFields | undefined;
  #participants = new Set<string>();
  /** How much of the index has been read. */
  #indexRead = 0;
  #spentMs = 0;

  constructor(sid: string, files: RecordingFiles, store: RecordingTextStore) {
    this.#sid = sid;
    this.#files = files;
    this.#store = store;
    this.#texts = new TextBlocks((batch, replaced) => {
      if (this.#id !== undefined && store.stateOf(this.#id) === 'running') store.addBlocks(this.#id, batch, replaced);
    });
    this.#output = new OutputScan({
      line: ({ ms, text }) => this.#texts.add('line', ms, text),
      command: ({ ms, text }) => this.#texts.add('command', ms, text),
    });
  }

  /** Reads and stores new data, up to a limit. Rejects if a file cannot be read. */
  async step(): Promise<StepResult> {
    const beganMs = performance.now();
    const entries = await this.#newEntries();
    if (entries === 'over') return 'over';
    if (entries.length > 0 && !(await this.#readOutput(entries))) return 'over';
    if (this.#id === undefined) return 'waits';
    // Since the last step, the session may have ended, or its text may have been deleted.
    if (this.#store.stateOf(this.#id) !== 'running') return 'over';
    this.#texts.flush();
    this.#spentMs += performance.now() - beganMs;
    if (this.#texts.isCut || this.#spentMs > timeMaxMs(this.#output.read)) return 'over';
    return entries.length > 0 ? 'more' : 'waits';
  }

  /** New complete lines of the index, up to a number of output bytes. */
  async #newEntries(): Promise<TimelineEntry[] | 'over'> {
    const file = await open(this.#files.index);
    try {
      const buffer = Buffer.alloc(STEP_INDEX_BYTES);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#indexRead);
      const whole = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
      if (whole === 0) return bytesRead === buffer.length ? 'over' : []; // no event is that long
      const entries: TimelineEntry[] = [];
      let output = 0;
      for (let from = 0; from < whole && output < STEP_BYTES;) {
        const end = buffer.indexOf(LINE_FEED, from) + 1;
        const line = buffer.toString('utf8', from, end - 1);
        const entry = readLine(line);
        if (!entry) return 'over';
        entries.push(entry);
        if (entry.kind === 'print') output += entry.bytes;
        this.#indexRead += end - from;
        from = end;
      }
      return entries;
    } finally {
      await file.close();
    }
  }

  /** False if the recording can only be read after its end. */
  async #readOutput(entries: readonly TimelineEntry[]): Promise<boolean> {
    const bytes = await open(this.#files.bytes);
    try {
      for (const entry of entries) {
        const event = this.#entries.next(entry);
        if (!this.#noteParticipants(event)) return false;
        await this.#output.take(event, bytes);
        const { cols, rows } = this.#output.size;
        if (cols * rows > CELLS_MAX) return false;
      }
      await this.#output.printWaiting(bytes);
      return true;
    } finally {
      await bytes.close();
    }
  }

  /** Access rules check the end event of a session, which is derived from its start and the participants. */
  #noteParticipants(event: JsonObject): boolean {
    const isStart = !this.#start;
    this.#start ??= toStartFields(event);
    if (!this.#start) return false; // of a desktop or a database: the player cannot follow it
    if (!isStart && event['event'] !== 'session.join') return true;
    const user = textAt(event, 'user');
    if (!isStart && this.#participants.has(user)) return true;
    this.#participants.add(user);
    const stop = new Date(textAt(event, 'time'));
    const end = toEndFields(this.#start, { ei: 0, stop, participants: [...this.#participants] });
    const row = this.#store.addRunning(this.#sid, { event: 'session.end', time: textAt(event, 'time'), ...end });
    if (!row || (isStart && row.attempts >= ATTEMPTS_MAX)) return false;
    if (isStart) this.#store.begin(row.id);
    this.#id = row.id;
    return true;
  }
}
