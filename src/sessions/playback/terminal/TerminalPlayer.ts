import {
  fetchOverview,
  fetchRecordingBytes,
  fetchScreen,
  readRecordingEvents,
  readTranscript,
  type RecordingPlace,
} from '../../../api/recordingData.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, whenIdle } from '../../../lib/work.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { TranscriptPartJson } from '../../../wire/recordings.ts';
import { describeFailure } from '../../../api/errors.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import type { LoadState, Player } from '../Player.ts';
import { PlaybackController } from '../PlaybackController.ts';
import { toBlock, Transcript } from '../Transcript.ts';
import { TranscriptSearch } from '../TranscriptSearch.ts';
import { RecordingBytes } from './RecordingBytes.ts';
import { RecordingScreen } from './RecordingScreen.ts';
import { ScanFeed, type ReadStored } from './ScanFeed.ts';
import { Screens } from './Screens.ts';
import { StoredScreens } from './StoredScreens.ts';
import { TerminalTrack } from './TerminalTrack.ts';

/** No longer do the other events wait for the first picture. */
const FIRST_PICTURE_MS = 2000;

/** How often the bar is drawn anew while events arrive. */
const TELL_MS = 250;

/** Everything that plays one recording of a terminal. */
export class TerminalPlayer implements Player {
  readonly hasText = true;
  readonly waitingLabel = 'Loading';
  readonly load = new ValueStore<LoadState>({ kind: 'loading' });
  /** Counts what is known of the timeline. */
  readonly version = new ValueStore(0);
  readonly timeline = new RecordingTimeline();
  readonly screen = new RecordingScreen();
  readonly transcript = new Transcript();
  readonly search = new TranscriptSearch(this.transcript);
  readonly track: TerminalTrack;
  readonly controller: PlaybackController;
  readonly bytes: RecordingBytes;
  readonly scan: ScanFeed;
  readonly place: RecordingPlace;
  #startMs: number | undefined;
  #hasBegun = false;
  #firstPicture: Promise<void>;
  /** The text is read once there is a picture. */
  #reads = false;
  #abort = new AbortController();
  #undo = new Disposables();

  /** `startMs`: the moment that the address names. */
  constructor(place: RecordingPlace, startMs: number | undefined) {
    this.place = place;
    this.#startMs = startMs;
    this.bytes = new RecordingBytes((range) => fetchRecordingBytes(place, range, this.#abort.signal));
    const screens = new Screens();
    const stored = new StoredScreens(this.timeline, {
      overview: (signal) => fetchOverview(place, signal),
      screen: (number, signal) => fetchScreen(place, number, signal),
    });
    if (serverBehaviour.storesScreens) stored.open(this.#abort.signal);
    this.track = new TerminalTrack({
      timeline: this.timeline,
      bytes: this.bytes,
      painter: this.screen,
      findScreen: async (print, signal) => {
        const own = screens.before(print);
        return (await stored.before(print, own?.print ?? -1, signal)) ?? own;
      },
    });
    this.controller = new PlaybackController(this.track, systemClock);
    const readStored: ReadStored = async (take, signal) => {
      if (!(await stored.hasTranscript())) return false;
      const part = ({ lines, ms, commands, omitted = 0 }: TranscriptPartJson) => {
        this.transcript.omitted += omitted;
        take({ lines: toBlock(lines.map((text, index) => ({ text, ms: ms[index] ?? 0 }))), commands, screens: [] });
      };
      await readTranscript(place, part, signal);
      return true;
    };
    const isLate = new Promise<void>((resolve) => this.#undo.add(systemClock.after(FIRST_PICTURE_MS, resolve)));
    this.#firstPicture = Promise.race([this.controller.firstPicture, isLate]);
    this.scan = new ScanFeed(this.timeline, this.bytes, serverBehaviour.storesScreens ? readStored : undefined);
    this.#undo.add(
      this.scan.found.subscribe((found) => {
        for (const screen of found.screens) screens.add(screen);
        this.transcript.add(found.lines, found.commands);
      }),
    );
    this.#undo.add(() => this.scan.dispose());
    this.#undo.add(() => this.controller.dispose());
    this.#undo.add(() => this.screen.dispose());
    this.#undo.add(() => this.#abort.abort());
  }

  /** Reads the events; call it once, as early as can be: what it asks for is on its way while the page is drawn. */
  async start(): Promise<void> {
    let toldMs = 0;
    let fault: unknown;
    try {
      await readRecordingEvents(
        this.place,
        (events) => {
          for (const event of events) this.timeline.add(event);
          if (this.#reads) this.scan.more(false);
          this.#begin();
          const now = systemClock.now();
          if (now - toldMs >= TELL_MS) {
            toldMs = now;
            this.#tell();
          }
          // The events of a long recording take a second: the picture comes first.
          if (this.#hasBegun) return this.#firstPicture;
        },
        this.#abort.signal,
      );
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
    this.#tell();
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

  dispose(): void {
    this.#undo.dispose();
  }

  #begin(): void {
    if (this.#hasBegun || this.timeline.printCount === 0) return;
    const startMs = this.#startMs;
    if (startMs !== undefined && !this.track.isWhole && this.timeline.durationMs < startMs) return;
    this.#hasBegun = true;
    if (startMs === undefined) this.bytes.prefetch(0, 1);
    this.load.set({ kind: 'ready' });
    if (startMs !== undefined) this.controller.seek(startMs);
    this.controller.play();
    const read = () => {
      this.#reads = true;
      this.scan.more(this.track.isWhole);
    };
    this.#undo.add(whenIdle(read));
  }

  #tell(): void {
    this.version.set(this.version.get() + 1);
  }
}
