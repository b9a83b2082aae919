import { describeFailure } from '../../../api/errors.ts';
import { fetchDesktopBytes, fetchDesktopRecording, type RecordingAddress } from '../../../api/recordingData.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { playbackSocket } from '../../../api/sockets.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { LoadState, Player } from '../Player.ts';
import { PlaybackController } from '../PlaybackController.ts';
import { RecordingBytes } from '../terminal/RecordingBytes.ts';
import { Transcript } from '../Transcript.ts';
import { TranscriptSearch } from '../TranscriptSearch.ts';
import { DesktopScreen } from './DesktopScreen.ts';
import type { DesktopSource } from './DesktopSource.ts';
import { addMessage, beginTimeline, fillTimeline } from './desktopTimeline.ts';
import { DesktopTrack } from './DesktopTrack.ts';
import { PartsSource } from './PartsSource.ts';
import { SocketSource } from './SocketSource.ts';

/** The shortest time between two updates of the bar while messages arrive. */
const TELL_MS = 250;

/** All parts that play one recording of a desktop. */
export class DesktopPlayer implements Player {
  readonly hasText = false;
  readonly load = new ValueStore<LoadState>({ kind: 'loading' });
  readonly version = new ValueStore(0);
  readonly timeline = new RecordingTimeline();
  readonly screen = new DesktopScreen();
  readonly transcript = new Transcript();
  readonly search = new TranscriptSearch(this.transcript);
  readonly controller: PlaybackController;
  readonly loadingLabel = 'Loading the recording';
  readonly waitingLabel = serverBehaviour.sendsDesktopParts ? 'Loading' : 'Catching up';
  readonly address: RecordingAddress;
  #track: DesktopTrack;
  #source: DesktopSource | undefined;
  #startMs: number | undefined;
  #durationMs: number;
  #shownMs = 0;
  #abort = new AbortController();
  #undo = new Disposables();

  /** `durationMs`: from the address, for servers that send none before playback. `startMs`: moment in the address. */
  constructor(address: RecordingAddress, durationMs: number, startMs: number | undefined) {
    this.address = address;
    this.#durationMs = durationMs;
    this.#startMs = startMs;
    const source = (): DesktopSource => {
      if (!this.#source) throw new Error('the recording has not been loaded');
      return this.#source;
    };
    this.#track = new DesktopTrack({ timeline: this.timeline, source, painter: this.screen });
    this.controller = new PlaybackController(this.#track, systemClock);
    this.#undo.add(() => this.#abort.abort());
    this.#undo.add(() => this.controller.dispose());
    this.#undo.add(() => this.screen.dispose());
    this.#undo.add(() => this.#source?.dispose());
  }

  /** Loads the recording. Call it once. */
  async start(): Promise<void> {
    try {
      if (serverBehaviour.sendsDesktopParts) await this.#openParts();
      else this.#openSocket();
    } catch (error) {
      if (!isAbort(error)) this.load.set({ kind: 'failed', error });
    }
  }

  tryAgain(): void {
    this.controller.refresh();
  }

  notice(): string | undefined {
    const load = this.load.get();
    if (load.kind === 'broken') return `The recording stops here: ${describeFailure(load.error).why}`;
    const missingFromMs = this.#source?.missingFromMs;
    return missingFromMs === undefined
      ? undefined
      : `The pictures from ${displayTime(missingFromMs)} on are missing in the recording`;
  }

  dispose(): void {
    this.#undo.dispose();
  }

  async #openParts(): Promise<void> {
    const recording = await fetchDesktopRecording(this.address, this.#abort.signal);
    const bytes = new RecordingBytes((range) => fetchDesktopBytes(this.address, range, this.#abort.signal));
    this.#source = new PartsSource(recording, bytes);
    fillTimeline(this.timeline, recording);
    if (recording.bytes === 0) this.load.set({ kind: 'empty' });
    else this.#begin();
  }

  #openSocket(): void {
    beginTimeline(this.timeline, this.#durationMs);
    this.#source = new SocketSource({
      ...playbackSocket(this.address),
      clock: systemClock,
      arrived: (message) => {
        if (message !== 'end') addMessage(this.timeline, message.ms, message.message);
        const now = systemClock.now();
        if (message === 'end' || now - this.#shownMs > TELL_MS) this.#report(now);
      },
    });
    this.#begin();
  }

  #begin(): void {
    this.#track.isWhole = true;
    this.load.set({ kind: 'ready' });
    this.#report(systemClock.now());
    this.controller.playFrom(this.#startMs);
  }

  #report(now: number): void {
    this.#shownMs = now;
    this.version.set(this.version.get() + 1);
  }
}
