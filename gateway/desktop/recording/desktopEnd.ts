// The end of a desktop session follows from its start, also when the process that knew more is gone.
import { stat } from 'node:fs/promises';
import { isObject, textAt, type JsonObject } from '../../../src/lib/json.ts';
import type { DesktopAuditEvents } from '../../audit/desktopEvents.ts';
import type { RecordingFiles } from '../../recordings/files.ts';
import { indexLine, readIndexLines, type DesktopIndexEntry } from './desktopIndex.ts';
import { readStream } from './readStream.ts';

export type DesktopEnd = DesktopAuditEvents['windows.desktop.session.end'];

/** `start`: the session's `windows.desktop.session.start`. */
export function toDesktopEnd(start: JsonObject, stop: Date, recorded: boolean): DesktopEnd {
  const labels = start['desktop_labels'];
  return {
    sid: textAt(start, 'sid'),
    user: textAt(start, 'user'),
    windows_user: textAt(start, 'windows_user'),
    windows_domain: textAt(start, 'windows_domain'),
    windows_desktop_service: textAt(start, 'windows_desktop_service'),
    desktop_name: textAt(start, 'desktop_name'),
    desktop_addr: textAt(start, 'desktop_addr'),
    desktop_labels: isObject(labels)
      ? Object.fromEntries(Object.keys(labels).map((name) => [name, textAt(labels, name)]))
      : {},
    session_start: textAt(start, 'time'),
    session_stop: stop.toISOString(),
    recorded,
    participants: [textAt(start, 'user')],
  };
}

type CutDesktop = {
  start: JsonObject;
  /** What of the stream can be read. */
  bytes: number;
  stop: Date;
  /** The lines of its index that hold, with its end. */
  lines: string;
};

/** What a killed process left of a desktop's recording; undefined where it is of another kind. */
export async function surveyDesktop(files: RecordingFiles): Promise<CutDesktop | undefined> {
  const size = (await stat(files.bytes)).size;
  const entries: (DesktopIndexEntry | JsonObject)[] = [];
  for await (const entry of readIndexLines(files.index)) {
    if (entries.length === 0 && textAt(entry, 'event') !== 'windows.desktop.session.start') return undefined;
    if (Array.isArray(entry) && entry[0] === 'segment' && entry[2] >= size) break; // lost with the machine
    entries.push(entry);
  }
  const start = entries[0];
  if (!start || Array.isArray(start)) return undefined;
  let [ms, bytes] = [0, 0];
  for (const entry of entries) if (Array.isArray(entry) && entry[0] === 'segment') [, ms, bytes] = entry;
  for await (const { frames, end } of readStream(files.bytes, bytes, size)) {
    ms = Math.max(ms, frames.at(-1)?.ms ?? 0);
    bytes = end;
  }
  const lines = entries.map((entry) => (Array.isArray(entry) ? indexLine(entry) : `${JSON.stringify(entry)}\n`));
  const stop = new Date((Date.parse(textAt(start, 'time')) || 0) + ms);
  return { start, bytes, stop, lines: lines.join('') + indexLine(['end', ms]) };
}
