// Completes recordings that a killed process left behind, with an end that states it.
import { open, rename, stat } from 'node:fs/promises';
import { textAt, type JsonObject } from '../../src/lib/json.ts';
import type { Audit, AuditEvent } from '../audit/audit.ts';
import { toQueryEnd } from '../databases/querySubject.ts';
import { surveyDesktop, toDesktopEnd } from '../desktop/recording/desktopEnd.ts';
import { toEndFields, toStartFields, type StartFields } from './endEvent.ts';
import { ifMissing, type RecordingFiles } from './files.ts';
import { readEntries } from './readRecording.ts';
import type { Recordings } from './Recordings.ts';
import { eventLine, printLine } from './timeline.ts';
import { uploadFields } from './uploaded.ts';

const INTERRUPTED = 'the gateway stopped before the session ended';

/**
 * Call it at the start, before any session begins. Completes recordings, and writes missing end events to the audit
 * log, which a full disk or a killed process may have prevented. Resolves with the ids of these recordings. A recording
 * that cannot be read or written is reported and left unchanged.
 */
export async function closeUnfinished(
  recordings: Recordings,
  audit: Audit,
  report: (error: unknown) => void,
): Promise<string[]> {
  const closed: string[] = [];
  const log = (sid: string, document: JsonObject) => {
    const uid = textAt(document, 'uid');
    if (uid === '' || audit.has(uid)) return;
    audit.write({ uid, timeMs: Date.parse(textAt(document, 'time')), name: textAt(document, 'event'), document });
    audit.emit('session.upload', uploadFields(sid, document));
    closed.push(sid);
  };
  for (const sid of await recordings.unfinished(report, ({ sid, event }) => log(sid, event))) {
    const event = await close(recordings, audit, sid).catch((error: unknown) => {
      report(error);
      return undefined;
    });
    if (event) log(sid, event.document);
  }
  return closed;
}

/** Its end event. undefined if it was deleted because it had not started. */
async function close(recordings: Recordings, audit: Audit, sid: string): Promise<AuditEvent | undefined> {
  const files = recordings.files(sid);
  const finish = async (event: AuditEvent, bytes: number, lines: AsyncIterable<string>) => {
    await replaceIndex(files, lines);
    await recordings.finish(sid, { event: { ...event.document }, bytes });
    return event;
  };
  const desktop = await surveyDesktop(files).catch(ifMissing); // without an index the session is unknown
  if (desktop) {
    const { start, stop, bytes, lines } = desktop;
    const fields = { ...toDesktopEnd(start, stop, true), interrupted: INTERRUPTED };
    return finish(audit.compose('windows.desktop.session.end', fields, stop.getTime()), bytes, lines);
  }
  const found = await survey(files);
  if (found.start || found.queries) {
    const event = endOf(audit, found);
    return finish(event, found.bytes, keptLines(files, found, eventLine(event.document)));
  }
  // Killed before it had started, or damaged: the session is unknown.
  if (found.bytes > 0)
    throw new Error(`the index of recording ${sid} is damaged: its folder is now ${await recordings.putAside(sid)}`);
  await recordings.remove(sid);
  return undefined;
}

function endOf(audit: Audit, { start, queries, events, lastMs, participants }: Survey): AuditEvent {
  const stop = new Date(lastMs);
  if (!start) {
    const fields = toQueryEnd(queries ?? {}, events, stop, true);
    return audit.compose('db.session.end', { ...fields, interrupted: INTERRUPTED }, lastMs);
  }
  const fields = toEndFields(start, { ei: events, stop, participants: [...participants] });
  return audit.compose('session.end', { ...fields, interrupted: INTERRUPTED }, lastMs);
}

type Survey = {
  start: StartFields | undefined;
  /** The start of a session on a database. */
  queries: JsonObject | undefined;
  participants: Set<string>;
  /** Length of the stream. */
  bytes: number;
  /** Bytes that the index does not list: the process was killed after writing them. */
  tail: number;
  /** Number of events, including the one for the tail. */
  events: number;
  lastMs: number;
};

async function survey(files: RecordingFiles): Promise<Survey> {
  const written = await stat(files.bytes).catch(ifMissing);
  const index = await stat(files.index).catch(ifMissing);
  const found: Survey = {
    start: undefined,
    queries: undefined,
    participants: new Set(),
    bytes: written?.size ?? 0,
    tail: written?.size ?? 0,
    events: 0,
    lastMs: Math.floor(Math.max(written?.mtimeMs ?? 0, index?.mtimeMs ?? 0)),
  };
  if (!index) return found;
  for await (const entry of readEntries(files.index)) {
    if (entry.kind === 'print') {
      if (entry.bytes > found.tail) break; // listed, but lost in a crash of the machine
      found.tail -= entry.bytes;
      found.lastMs = Math.max(found.lastMs, entry.timeMs); // file times have a precision of some milliseconds
    } else noteEvent(found, entry.document);
    found.events++;
  }
  if (found.tail > 0) found.events++;
  return found;
}

function noteEvent(found: Survey, document: JsonObject): void {
  found.start ??= toStartFields(document);
  const { event, user } = document;
  if (event === 'db.session.start') found.queries ??= document;
  if ((event === 'session.start' || event === 'session.join') && typeof user === 'string') found.participants.add(user);
}

/** Copies the valid lines, then adds the tail and the end. */
async function* keptLines(files: RecordingFiles, { events, tail, lastMs }: Survey, endLine: string) {
  let count = 0;
  for await (const entry of readEntries(files.index)) {
    if (count++ === (tail > 0 ? events - 1 : events)) break;
    yield entry.kind === 'print' ? printLine(entry.timeMs, entry.bytes) : eventLine(entry.document);
  }
  yield (tail > 0 ? printLine(lastMs, tail) : '') + endLine;
}

/** The old index stays until the new one is complete. */
async function replaceIndex(files: RecordingFiles, newLines: AsyncIterable<string>): Promise<void> {
  const draft = `${files.index}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    let lines = '';
    for await (const line of newLines) {
      lines += line;
      if (lines.length < 64 * 1024) continue;
      await file.appendFile(lines);
      lines = '';
    }
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, files.index);
}
