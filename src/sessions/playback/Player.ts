import type { RecordingAddress } from '../../api/recordingData.ts';
import type { ValueStore } from '../../lib/valueStore.ts';
import type { RecordingTimeline } from '../../wire/recording/RecordingTimeline.ts';
import type { PlaybackController } from './PlaybackController.ts';
import type { Transcript } from './Transcript.ts';
import type { TranscriptSearch } from './TranscriptSearch.ts';

/** `broken`: the recording stops in the middle, and the part before can be played. */
export type LoadState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'empty' }
  | { kind: 'broken'; error: unknown }
  | { kind: 'failed'; error: unknown };

export type Scale = 'fit' | 'original';

/** The interface of all players that the page uses. */
export type Player = {
  readonly address: RecordingAddress;
  readonly load: ValueStore<LoadState>;
  /** Grows with each change of the timeline. */
  readonly version: ValueStore<number>;
  readonly timeline: RecordingTimeline;
  /** False for a desktop: its transcript and search are empty. */
  readonly hasText: boolean;
  readonly transcript: Transcript;
  readonly search: TranscriptSearch;
  readonly controller: PlaybackController;
  readonly screen: { open(host: HTMLElement): void; setScale(scale: Scale): void };
  /** Shown before the first picture. */
  readonly loadingLabel: string;
  /** Shown while the picture is behind. */
  readonly waitingLabel: string;
  /** Loads the present moment and the text again if they could not be loaded. */
  tryAgain(): void;
  /** Which part of the recording is missing. */
  notice(): string | undefined;
};

export type ExportState = { kind: 'none' } | { kind: 'running'; share: number } | { kind: 'failed'; error: unknown };

/** `off`: why the form cannot be chosen now. */
export type ExportChoice = { form: string; label: string; text: string; off: string | undefined };

/** Exports a recording as a file, one export at a time. */
export type PlayerExports = {
  readonly state: ValueStore<ExportState>;
  choices(): ExportChoice[];
  /** `title` names the recording and the file. */
  save(form: string, title: string, about: string): Promise<void>;
  cancel(): void;
};
