// A recording as a gateway stores it, with output that a test defines.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingFiles } from '../../gateway/recordings/files.ts';
import { eventLine, printLine } from '../../gateway/recordings/timeline.ts';
import type { JsonObject } from '../../src/lib/json.ts';

export type Printed =
  { ms: number; text: string | Uint8Array } | { ms: number; size: string } | { ms: number; event: JsonObject };

const START_MS = Date.parse('2026-03-04T05:06:07.000Z');

/** Writes it below the data directory and returns its session ID. `hasEnd: false`: cut off by a power failure. */
export function writeRecording(
  dataDir: string,
  printed: readonly Printed[],
  { user = 'admin', lastMs = printed.at(-1)?.ms ?? 0, lostBytes = 0 } = {},
): string {
  const sid = randomUUID();
  const files = recordingFiles(join(dataDir, 'recordings'), sid);
  const common = {
    sid,
    user,
    login: 'root',
    namespace: 'default',
    server_id: 'b0a8f6d2-1c35-4e79-8a20-6d4f1e9c7b35',
    server_hostname: 'node-1',
    cluster_name: 'example.test',
    proto: 'ssh',
    session_recording: 'node',
  };
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  const lines = [eventLine({ ...common, event: 'session.start', code: 'T2000I', ei: 0, time: at(-40), size: '80:25' })];
  const output: Buffer[] = [];
  for (const entry of printed) {
    if ('size' in entry)
      lines.push(eventLine({ ...common, event: 'resize', code: 'T2002I', time: at(entry.ms), size: entry.size }));
    else if ('event' in entry) lines.push(eventLine({ ...common, time: at(entry.ms), ...entry.event }));
    else {
      const bytes = Buffer.from(entry.text);
      output.push(bytes);
      lines.push(printLine(START_MS + entry.ms, bytes.length));
    }
  }
  const end = {
    ...common,
    event: 'session.end',
    code: 'T2004I',
    uid: randomUUID(),
    time: at(lastMs),
    interactive: true,
    enhanced_recording: false,
    participants: [user],
    session_start: at(-40),
    session_stop: at(lastMs),
  };
  lines.push(eventLine(end));
  const stream = Buffer.concat(output);
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  writeFileSync(files.bytes, stream.subarray(0, stream.length - lostBytes));
  writeFileSync(files.index, lines.join(''));
  writeFileSync(files.end, JSON.stringify({ bytes: stream.length, event: end }));
  return sid;
}
