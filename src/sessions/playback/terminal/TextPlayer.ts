import type { RecordingAddress } from '../../../api/recordingData.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { type RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { PlaybackController } from '../PlaybackController.ts';
import type { LoadState, Player } from '../Player.ts';
import { Transcript } from '../Transcript.ts';
import { TranscriptSearch } from '../TranscriptSearch.ts';
import { RecordingScreen } from './RecordingScreen.ts';
import { ScanFeed, type ReadStored } from './ScanFeed.ts';
import { Screens } from './Screens.ts';
import { TerminalTrack, type FindScreen, type OutputSource } from './TerminalTrack.ts';

/** The parts of a server that stores screens and texts. */
export type StoredParts = {
  readText: ReadStored;
  /** Returns only screens later than the print `after`. */
  findScreen: (print: number, after: number, signal: AbortSignal) => ReturnType<FindScreen>;
};

/** The parts of all players of terminal output: emulator, time, and the text that a worker reads. */
export abstract class TextPlayer implements Player {
  readonly hasText = true;
  abstract readonly loadingLabel: string;
  abstract readonly waitingLabel: string;
  readonly load = new ValueStore<LoadState>({ kind: 'loading' });
  /** Grows with each change of the timeline. */
  readonly version = new ValueStore(0);
  readonly timeline: RecordingTimeline;
  readonly screen = new RecordingScreen();
  readonly transcript = new Transcript();
  readonly search = new TranscriptSearch(this.transcript);
  readonly track: TerminalTrack;
  readonly controller: PlaybackController;
  readonly scan: ScanFeed;
  readonly address: RecordingAddress;
  protected readonly undo = new Disposables();

  protected constructor(
    address: RecordingAddress,
    timeline: RecordingTimeline,
    bytes: OutputSource,
    stored?: StoredParts,
  ) {
    this.address = address;
    this.timeline = timeline;
    const screens = new Screens();
    this.track = new TerminalTrack({
      timeline,
      bytes,
      painter: this.screen,
      findScreen: async (print, signal) => {
        const screen = screens.before(print);
        return (await stored?.findScreen(print, screen?.print ?? -1, signal)) ?? screen;
      },
    });
    this.controller = new PlaybackController(this.track, systemClock);
    this.scan = new ScanFeed(timeline, bytes, stored?.readText);
    this.undo.add(
      this.scan.found.subscribe((found) => {
        for (const screen of found.screens) screens.add(screen);
        this.transcript.omitted += found.omitted ?? 0;
        this.transcript.add(found.lines, found.commands);
      }),
    );
    this.undo.add(this.track.missingChanged.subscribe(() => this.report()));
    this.undo.add(() => this.scan.dispose());
    this.undo.add(() => this.controller.dispose());
    this.undo.add(() => this.screen.dispose());
  }

  abstract notice(): string | undefined;

  tryAgain(): void {
    this.controller.refresh();
    this.scan.retry();
  }

  dispose(): void {
    this.undo.dispose();
  }

  /** Call it when the timeline has grown: the bar is drawn again. */
  protected report(): void {
    this.version.set(this.version.get() + 1);
  }
}
