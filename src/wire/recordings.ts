// Extensions of the endpoints for recordings (streams §4.6, http-resources §10.5–10.7).
import { textAt } from '../lib/json.ts';
import type { RecordedCommand } from './recording/CommandReader.ts';

/** `recordingType` in the player's address. */
export const RECORDING_TYPES = ['ssh', 'k8s', 'db', 'desktop'] as const;
export type RecordingType = (typeof RECORDING_TYPES)[number];

/** Codes of the events that end a recorded session, other than those of shells. */
const END_TYPES: Readonly<Record<string, RecordingType>> = { TDP01I: 'desktop', TDB01I: 'db' };

/** From the event that ends a recording. */
export const recordingTypeOf = (end: unknown): RecordingType =>
  END_TYPES[textAt(end, 'code')] ?? (textAt(end, 'kubernetes_cluster') ? 'k8s' : 'ssh');

/** A screen that the gateway has stored: the screen before event number `event`, `offset` bytes into the output. */
export type ScreenEntryJson = { ms: number; offset: number; event: number };

/** `pending`: the gateway has not read the recording yet. */
export type RecordingOverviewJson = {
  state: 'ready' | 'pending';
  /** From the first output to the end. */
  durationMs: number;
  /** Length of the output. */
  bytes: number;
  /** The largest size of the terminal. Absent if there is no output. */
  columns?: number;
  rows?: number;
  screens: ScreenEntryJson[];
  /** The last screen as text, without empty rows at the end. Absent if there is no output. */
  lastScreen?: string[];
  /** The text is available as a transcript. */
  transcript?: true;
};

/** Maximum characters of a transcript, including line ends. */
export const TRANSCRIPT_CHARS_MAX = 16_000_000;

/**
 * A part of a transcript: lines with their milliseconds since the first output, and the commands that ended by then.
 */
export type TranscriptPartJson = {
  lines: string[];
  ms: number[];
  commands: RecordedCommand[];
  /** Only in the last part: the number of lines that were left out because there are too many. */
  omitted?: number;
};

export type SearchHitJson = {
  /** Since the first output. */
  ms: number;
  kind: 'line' | 'command';
  text: string;
  /** The matches as offsets. `to` is exclusive. */
  ranges: [from: number, to: number][];
};

/**
 * `count`: the number of all matching lines. `hits`: the first of them. `cut`: a part of the recording's text is not
 * stored.
 */
export type RecordingHitsJson = { sid: string; count: number; cut?: true; hits: SearchHitJson[] };

export type RecordingSearchJson = {
  recordings: RecordingHitsJson[];
  /** Active sessions, on the first pages only. Absent if none has the text. `event`: as if they ended now. */
  running?: (RecordingHitsJson & { event: unknown })[];
  /** The number of recordings of this page that have text and were searched. */
  searched: number;
  /** Ids of recordings that have not been read yet, and of those that have no text or no longer have it. */
  pending: string[];
  noText: string[];
  /** Continues with older recordings. Empty on the last page. */
  startKey: string;
  /** The end of the oldest recording on this page that the user may read. All newer recordings are covered. */
  until?: string;
};

export type RecordingReviewJson = {
  reviewed: boolean;
  note: string;
  /** The last author, and the time. Absent if there is none. */
  by?: string;
  at?: string;
};

/** Absent members keep their value. `noteBefore`: the change is refused (409) if the note has changed since. */
export type ReviewChangeJson = { reviewed?: boolean; note?: string; noteBefore?: string };

export type RecordingReviewsJson = { reviews: (RecordingReviewJson & { sid: string })[] };

/** An event of a recorded desktop for the time line of a player. */
export type DesktopMarkJson =
  { ms: number; kind: 'size'; width: number; height: number } | { ms: number; kind: 'notice'; text: string };

/** The data of a recorded desktop that a player needs before its pictures (streams §6.1). */
export type DesktopRecordingJson = {
  user: string;
  desktop: string;
  login: string;
  /** RFC 3339. */
  startedAt: string;
  durationMs: number;
  /** Length of the stream. */
  bytes: number;
  /** Offsets in the stream where the whole screen is repeated, in order. Playback can start there. */
  segments: [startMs: number, offset: number][];
  /** The seconds in which the picture changed, in order, and the bytes of their pictures. */
  active: [second: number, bytes: number][];
  marks: DesktopMarkJson[];
};

/** Maximum bytes of a note. */
export const REVIEW_NOTE_MAX_BYTES = 4096;
