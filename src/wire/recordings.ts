// Extensions of the recordings' calls (streams §4.6, http-resources §10.5–10.7).
import { textAt } from '../lib/json.ts';
import type { RecordedCommand } from './recording/CommandReader.ts';

/** `recordingType` of the player's address. */
export const RECORDING_TYPES = ['ssh', 'k8s', 'db', 'desktop'] as const;
export type RecordingType = (typeof RECORDING_TYPES)[number];

/** Codes of the events that end a recorded session, beside those of shells. */
const END_TYPES: Readonly<Record<string, RecordingType>> = { TDP01I: 'desktop', TDB01I: 'db' };

/** Of the event that ends a recording. */
export const recordingTypeOf = (end: unknown): RecordingType =>
  END_TYPES[textAt(end, 'code')] ?? (textAt(end, 'kubernetes_cluster') ? 'k8s' : 'ssh');

/** A screen that the gateway has stored: that of the recording before event number `event`, `offset` bytes into its output. */
export type ScreenEntryJson = { ms: number; offset: number; event: number };

/** `pending`: the gateway has not read the recording yet. */
export type RecordingOverviewJson = {
  state: 'ready' | 'pending';
  /** From the first output to the end. */
  durationMs: number;
  /** Length of the output. */
  bytes: number;
  /** The largest size of the terminal; absent where there is no output. */
  columns?: number;
  rows?: number;
  screens: ScreenEntryJson[];
  /** The last screen as text, without what is empty at its end. Absent where there is no output. */
  lastScreen?: string[];
  /** The text can be read as a transcript. */
  transcript?: true;
};

/** Text that a transcript has at most, in characters with line ends. */
export const TRANSCRIPT_CHARS_MAX = 16_000_000;

/** A part of a transcript: lines and their milliseconds since the first output, and the commands that ended by then. */
export type TranscriptPartJson = {
  lines: string[];
  ms: number[];
  commands: RecordedCommand[];
  /** In the last part: lines that are left out, since there are too many. */
  omitted?: number;
};

export type SearchHitJson = {
  /** Since the first output. */
  ms: number;
  kind: 'line' | 'command';
  text: string;
  /** What matches: from a character to behind another. */
  ranges: [from: number, to: number][];
};

/** `count`: of all lines that match; `hits` has the first of them. `cut`: a part of the recording's text is not stored. */
export type RecordingHitsJson = { sid: string; count: number; cut?: true; hits: SearchHitJson[] };

export type RecordingSearchJson = {
  recordings: RecordingHitsJson[];
  /** Sessions that still run, on the first pages; absent where none has the text. `event`: as if they ended now. */
  running?: (RecordingHitsJson & { event: unknown })[];
  /** Recordings of this page that have text and were looked through. */
  searched: number;
  /** Ids of those that have not been read yet, and of those that have no text (any more). */
  pending: string[];
  noText: string[];
  /** Continues with older recordings; empty on the last page. */
  startKey: string;
  /** The end of the oldest recording of this page that the user may read. Newer ones are answered for. */
  until?: string;
};

export type RecordingReviewJson = {
  reviewed: boolean;
  note: string;
  /** Who wrote it last, and when. Absent: nobody has. */
  by?: string;
  at?: string;
};

/** What is absent stays. `noteBefore`: the change is refused (409) where the note is another by now. */
export type ReviewChangeJson = { reviewed?: boolean; note?: string; noteBefore?: string };

export type RecordingReviewsJson = { reviews: (RecordingReviewJson & { sid: string })[] };

/** Something of a recorded desktop that a player shows on its time line. */
export type DesktopMarkJson =
  { ms: number; kind: 'size'; width: number; height: number } | { ms: number; kind: 'notice'; text: string };

/** What a player of a recorded desktop needs before its pictures (streams §6.1). */
export type DesktopRecordingJson = {
  user: string;
  desktop: string;
  login: string;
  /** RFC 3339. */
  startedAt: string;
  durationMs: number;
  /** Length of the stream. */
  bytes: number;
  /** Places in the stream where the whole screen is repeated, in order: playing can begin there. */
  segments: [startMs: number, offset: number][];
  /** Seconds in which the picture changed, in order, and the bytes of their pictures. */
  active: [second: number, bytes: number][];
  marks: DesktopMarkJson[];
};

/** Bytes of a note. */
export const REVIEW_NOTE_MAX_BYTES = 4096;
