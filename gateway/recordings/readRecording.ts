import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { JsonObject } from '../../src/lib/json.ts';
import { STREAM_CHUNK_BYTES } from '../../src/wire/constants.ts';
import { fileSize } from './files.ts';
import type { FinishedRecording } from './Recordings.ts';
import { readLine, TimelineReader, type TimelineEntry } from './timeline.ts';

/** The complete lines of an index: an incomplete one ends the recording. */
export const readEntries = (index: string): AsyncGenerator<TimelineEntry> => readWholeLines(index, readLine);

/**
 * Parses the lines of a file with `read`, up to the first that it cannot parse. Only a line feed ends a line: from Node
 * 24 on, readline also splits at U+2028 and U+2029, which JSON does not escape.
 */
export async function* readWholeLines<T>(name: string, read: (line: string) => T | undefined): AsyncGenerator<T> {
  let rest = '';
  for await (const chunk of createReadStream(name, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const entry = read(line);
      if (!entry) return;
      yield entry;
    }
  }
  const last = read(rest);
  if (last) yield last;
}

/** All events in order except the first `after`, counted from 0 (streams §4.1). */
export async function* readEvents(recording: FinishedRecording, after: number): AsyncGenerator<JsonObject> {
  const reader = new TimelineReader();
  for await (const entry of entriesOf(recording)) {
    const event = reader.next(entry);
    if (Number(event['id']) >= after) yield event;
  }
}

/** If a full disk truncated the index, the end is still returned, but no print of missing bytes. */
async function* entriesOf({ files, event, bytes }: FinishedRecording): AsyncGenerator<TimelineEntry> {
  let sent = 0;
  let isEnded = false;
  for await (const entry of readEntries(files.index)) {
    if (entry.kind === 'event') isEnded ||= entry.document['event'] === event['event'];
    else if ((sent += entry.bytes) > bytes) break;
    yield entry;
  }
  if (!isEnded) yield { kind: 'event', document: event };
}

export type ByteRange = { offset: number; bytes: number };

/** Invalid or meaningless numbers fall back like in the reference (streams §4.1). */
export function toByteRange(offset: string | undefined, bytes: string | undefined): ByteRange {
  const count = toInteger(bytes);
  return {
    offset: Math.max(0, toInteger(offset)),
    bytes: count <= 0 || count > STREAM_CHUNK_BYTES ? STREAM_CHUNK_BYTES : count,
  };
}

export const toEventIndex = (after: string | undefined): number => Math.max(0, toInteger(after));

const toInteger = (text: string | undefined): number =>
  text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : 0;

/** A piece of the output. `length` is the length of the range, even if the disk lost some of it. */
export async function readBytes(
  { files, bytes }: FinishedRecording,
  range: ByteRange,
): Promise<{ length: number; stream: Readable }> {
  const end = Math.min(bytes, await fileSize(files.bytes));
  const length = Math.max(0, Math.min(range.bytes, end - range.offset));
  if (length === 0) return { length, stream: Readable.from([]) };
  return { length, stream: createReadStream(files.bytes, { start: range.offset, end: range.offset + length - 1 }) };
}
