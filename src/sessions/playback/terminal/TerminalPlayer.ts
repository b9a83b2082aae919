import {
  fetchOverview,
  fetchRecordingBytes,
  fetchScreen,
  readRecordingEvents,
  readTranscript,
  type RecordingAddress,
} from '../../../api/recordingData.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { systemClock } from '../../../lib/clock.ts';
import { isAbort, whenIdle } from '../../../lib/work.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { describeFailure, isApiError } from '../../../api/errors.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import { RecordingBytes } from './RecordingBytes.ts';
import { askWorker, isScanResults } from './scanProtocol.ts';
import { StoredScreens } from './StoredScreens.ts';
import { TextPlayer, type StoredParts } from './TextPlayer.ts';

/** The longest time that the other events wait for the first picture. */
const FIRST_PICTURE_MS = 2000;

/** Number and interval of the retries for the recording of a session that has just ended. */
const STORED_TRIES = 20;
const STORED_RETRY_MS = 1000;

/** The shortest time between two updates of the bar while events arrive. */
const TELL_MS = 250;

/** The moment in the address, or a time before the end. At the end the player does not start playback. */
export type PlayerStart = number | { fromEndMs: number } | undefined;

/** All parts that play one recording of a terminal. */
export class TerminalPlayer extends TextPlayer {
  readonly loadingLabel = 'Loading the recording';
  readonly waitingLabel = 'Loading';
  readonly bytes: RecordingBytes;
  #start: PlayerStart;
  #hasBegun = false;
  #firstPicture: Promise<void>;
  /** The text is being read, which starts after the first picture. */
  #reads = false;
  #abort: AbortController;

  constructor(address: RecordingAddress, start: PlayerStart) {
    const abort = new AbortController();
    const timeline = new RecordingTimeline();
    const bytes = new RecordingBytes((range) => fetchRecordingBytes(address, range, abort.signal));
    super(
      address,
      timeline,
      bytes,
      serverBehaviour.storesScreens ? storedParts(address, timeline, abort.signal) : undefined,
    );
    this.bytes = bytes;
    this.#abort = abort;
    this.#start = start;
    const isLate = new Promise<void>((resolve) => this.undo.add(systemClock.after(FIRST_PICTURE_MS, resolve)));
    this.#firstPicture = Promise.race([this.controller.firstPicture, isLate]);
    this.undo.add(() => abort.abort());
  }

  /** Reads the events. Call it once and early: the requests then run while the page is rendered. */
  async start(): Promise<void> {
    let shownMs = 0;
    let fault: unknown;
    const take = (events: readonly JsonObject[]) => {
      for (const event of events) this.timeline.add(event);
      if (this.#reads) this.scan.more(false);
      this.#begin();
      const now = systemClock.now();
      if (now - shownMs >= TELL_MS) {
        shownMs = now;
        this.report();
      }
      // Reading the events of a long recording takes a second: the picture comes first.
      return this.#hasBegun ? this.#firstPicture : undefined;
    };
    try {
      await this.#readEvents(take);
    } catch (error) {
      if (isAbort(error)) return;
      fault = error;
    }
    this.timeline.finish();
    this.track.isWhole = true;
    this.#begin();
    const { printCount } = this.timeline;
    if (this.#reads || printCount === 0) this.scan.more(true);
    if (fault !== undefined) this.load.set({ kind: printCount > 0 ? 'broken' : 'failed', error: fault });
    else if (printCount === 0) this.load.set({ kind: 'empty' });
    this.report();
  }

  notice(): string | undefined {
    const { timeline, track } = this;
    const load = this.load.get();
    if (load.kind === 'broken')
      return `The events of the recording stop at ${displayTime(timeline.durationMs)}: ${describeFailure(load.error).why}`;
    if (track.missingFrom !== undefined)
      return `The output from ${displayTime(timeline.msOf(track.missingFrom))} on is missing in the recording`;
    if (track.isWhole && !timeline.end && timeline.printCount > 0)
      return 'The recording has no end: it was cut off, or the session still runs';
    return undefined;
  }

  /** After a followed session ends, the server stores the recording some seconds later. */
  async #readEvents(take: (events: readonly JsonObject[]) => void | Promise<void>): Promise<void> {
    const { signal } = this.#abort;
    for (let triesLeft = typeof this.#start === 'object' ? STORED_TRIES : 0; ; triesLeft--) {
      try {
        return await readRecordingEvents(this.address, take, signal);
      } catch (error) {
        if (!isApiError(error, 404) || triesLeft === 0) throw error;
      }
      await new Promise<void>((resolve) => systemClock.after(STORED_RETRY_MS, resolve));
      signal.throwIfAborted();
    }
  }

  #begin(): void {
    if (this.#hasBegun || this.timeline.printCount === 0) return;
    const start = this.#start;
    const isFromEnd = typeof start === 'object';
    if (start !== undefined && !this.track.isWhole && (isFromEnd || this.timeline.durationMs <= start)) return;
    this.#hasBegun = true;
    if (start === undefined) this.bytes.prefetch(0, 1);
    this.load.set({ kind: 'ready' });
    if (isFromEnd) this.controller.seek(this.timeline.durationMs - start.fromEndMs);
    else this.controller.playFrom(start);
    const read = () => {
      this.#reads = true;
      this.scan.more(this.track.isWhole);
    };
    this.undo.add(whenIdle(read));
  }
}

/** The parts that the server has read from the recording (streams §4.6). */
function storedParts(address: RecordingAddress, timeline: RecordingTimeline, until: AbortSignal): StoredParts {
  // If the server has none or fails, the page creates its own parts.
  const overview = fetchOverview(address, until).catch(() => ({ screens: [], transcript: false }));
  const stored = new StoredScreens(timeline, overview, (number, signal) => fetchScreen(address, number, signal));
  return {
    findScreen: (print, after, signal) => stored.before(print, after, signal),
    async readText(take, signal) {
      if (!(await overview).transcript) return false;
      const worker = new Worker(new URL('./storedText.worker.ts', import.meta.url), { type: 'module' });
      const read = async (piece: Uint8Array<ArrayBuffer>) => {
        const results = await askWorker(worker, { job: piece, transfer: [piece.buffer] }, isScanResults);
        for (const found of results) take(found);
      };
      try {
        await readTranscript(address, read, signal);
      } finally {
        worker.terminate();
      }
      return true;
    },
  };
}
