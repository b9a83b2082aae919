// The index of a desktop's recording. Its first line is the audit event of the start. Each further line is a JSON array
// that begins with its kind. The messages are in the stream (src/wire/desktop/recordedFrames.ts).
import { isObject, parseJson, type JsonObject } from '../../../src/lib/json.ts';
import type { DesktopMarkJson } from '../../../src/wire/recordings.ts';
import { readWholeLines } from '../../recordings/readRecording.ts';
import type { FinishedRecording } from '../../recordings/Recordings.ts';
import { sessionMs } from '../../recordings/screenFiles.ts';

export type DesktopIndexEntry =
  /** Playback can start at this byte of the stream. */
  | ['segment', ms: number, offset: number]
  /** Bytes of pictures in one second of the recording. */
  | ['active', second: number, bytes: number]
  | ['mark', DesktopMarkJson]
  /** Nothing follows after this time. */
  | ['end', ms: number];

export type DesktopSegment = { startMs: number; endMs: number; offset: number; bytes: number };

export type DesktopIndex = {
  durationMs: number;
  segments: DesktopSegment[];
  /** Seconds in which the picture changed, and the bytes of their pictures. */
  active: [second: number, bytes: number][];
  marks: DesktopMarkJson[];
};

/** Limit for one recording: a screen that constantly changes its size must not make the index grow without end. */
export const MARKS_MAX = 10_000;

export const indexLine = (entry: DesktopIndexEntry): string => `${JSON.stringify(entry)}\n`;

const isEntry = (json: unknown): json is DesktopIndexEntry =>
  Array.isArray(json) && ['segment', 'active', 'mark', 'end'].includes(String(json[0]));

/** Complete lines: an incomplete one ends the index. */
export const readIndexLines = (file: string): AsyncGenerator<DesktopIndexEntry | JsonObject> =>
  readWholeLines(file, (line) => {
    const json = parseJson(line);
    return isObject(json) || isEntry(json) ? json : undefined;
  });

/** If the disk failed during writing, the last segment extends to the end of the stream and of the session. */
export async function readDesktopIndex({ files, event, bytes }: FinishedRecording): Promise<DesktopIndex> {
  const index: DesktopIndex = { durationMs: 0, segments: [], active: [], marks: [] };
  let endMs: number | undefined;
  for await (const entry of readIndexLines(files.index)) {
    if (!Array.isArray(entry)) continue;
    if (entry[0] === 'active') index.active.push([entry[1], entry[2]]);
    else if (entry[0] === 'mark') {
      if (index.marks.length < MARKS_MAX) index.marks.push(entry[1]);
    } else if (entry[0] === 'end') endMs = entry[1];
    else if (entry[2] < bytes) index.segments.push({ startMs: entry[1], endMs: 0, offset: entry[2], bytes: 0 });
  }
  if (index.segments.length === 0 && bytes > 0) index.segments.push({ startMs: 0, endMs: 0, offset: 0, bytes: 0 });
  const lastMs = Math.max(index.segments.at(-1)?.startMs ?? 0, index.marks.at(-1)?.ms ?? 0);
  index.durationMs = endMs ?? Math.max(lastMs, sessionMs(event));
  for (const [number, segment] of index.segments.entries()) {
    const next = index.segments[number + 1] ?? { startMs: index.durationMs, offset: bytes };
    segment.endMs = next.startMs;
    segment.bytes = next.offset - segment.offset;
  }
  return index;
}
