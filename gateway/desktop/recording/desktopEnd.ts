// Derives the end of a desktop session from its start, even after the process with more details has ended.
import { textAt, textMapAt, type JsonObject } from '../../../src/lib/json.ts';
import type { DesktopAuditEvents } from '../../audit/desktopEvents.ts';
import { fileSize, type RecordingFiles } from '../../recordings/files.ts';
import { indexLine, MARKS_MAX, readIndexLines, type DesktopIndexEntry } from './desktopIndex.ts';
import { readStream } from './readStream.ts';

export type DesktopEnd = DesktopAuditEvents['windows.desktop.session.end'];

/** `start`: the session's `windows.desktop.session.start`. */
export function toDesktopEnd(start: JsonObject, stop: Date, recorded: boolean): DesktopEnd {
  return {
    sid: textAt(start, 'sid'),
    user: textAt(start, 'user'),
    windows_user: textAt(start, 'windows_user'),
    windows_domain: textAt(start, 'windows_domain'),
    windows_desktop_service: textAt(start, 'windows_desktop_service'),
    desktop_name: textAt(start, 'desktop_name'),
    desktop_addr: textAt(start, 'desktop_addr'),
    desktop_labels: textMapAt(start, 'desktop_labels'),
    session_start: textAt(start, 'time'),
    session_stop: stop.toISOString(),
    recorded,
    participants: [textAt(start, 'user')],
  };
}

type CutDesktop = {
  start: JsonObject;
  /** The readable length of the stream. */
  bytes: number;
  stop: Date;
  /** The valid lines of its index, and its end. They are read again, because an index may be larger than the memory. */
  lines: AsyncIterable<string>;
};

/** The rest of a desktop recording after a kill. undefined for other kinds of recordings. Rejects without an index. */
export async function surveyDesktop(files: RecordingFiles): Promise<CutDesktop | undefined> {
  const size = await fileSize(files.bytes);
  let start: JsonObject | undefined;
  let [ms, bytes] = [0, 0];
  for await (const entry of validEntries(files.index, size)) {
    if (Array.isArray(entry)) {
      if (!start) return undefined;
      if (entry[0] === 'segment') [, ms, bytes] = entry;
    } else start ??= entry;
    if (textAt(start, 'event') !== 'windows.desktop.session.start') return undefined;
  }
  if (!start) return undefined;
  if (bytes < size)
    for await (const { frames, end } of readStream(files.bytes, bytes, size)) {
      ms = Math.max(ms, frames.at(-1)?.ms ?? 0);
      bytes = end;
    }
  const stop = new Date((Date.parse(textAt(start, 'time')) || 0) + ms);
  return { start, bytes, stop, lines: validLines(files.index, size, ms) };
}

/** Entries up to the first whose bytes were lost in a crash. */
async function* validEntries(index: string, size: number): AsyncGenerator<DesktopIndexEntry | JsonObject> {
  for await (const entry of readIndexLines(index)) {
    if (Array.isArray(entry) && entry[0] === 'segment' && entry[2] >= size) return;
    yield entry;
  }
}

async function* validLines(index: string, size: number, endMs: number): AsyncGenerator<string> {
  let marks = 0;
  for await (const entry of validEntries(index, size)) {
    if (!Array.isArray(entry)) yield `${JSON.stringify(entry)}\n`;
    else if (entry[0] !== 'mark' || marks++ < MARKS_MAX) yield indexLine(entry);
  }
  yield indexLine(['end', endMs]);
}
