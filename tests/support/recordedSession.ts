// Recordings that a test writes itself. The audit log lists them like those of real sessions.
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Gateway } from '../../gateway/gateway.ts';
import { readOverview } from '../../gateway/recordings/screenFiles.ts';

type Parts = Pick<Gateway, 'recordings' | 'audit' | 'now'>;

export type RecordedSession = {
  /** Pieces of output, each a second after the last. */
  prints: readonly (string | Uint8Array)[];
  user?: string;
  hostname?: string;
  /** When it ended. Absent: now. */
  endedMs?: number;
  /** Ran without a terminal. Absent: a shell. */
  command?: string;
};

/** Writes an ended session with this output. Returns its id. */
export async function recordSession(
  { recordings, audit, now }: Parts,
  { prints, user = 'admin', hostname = 'web-1', endedMs = now(), command }: RecordedSession,
): Promise<string> {
  const sid = randomUUID();
  const writer = await recordings.begin(sid, {
    pressure: () => undefined,
    failed: (error) => expect.fail(error.message),
  });
  const startMs = endedMs - prints.length * 1000;
  const start = audit.compose(
    'session.start',
    {
      ...{ sid, user, login: 'root', ei: 0, namespace: 'default', proto: 'ssh', initial_command: [command ?? ''] },
      ...{ server_id: randomUUID(), server_hostname: hostname, server_addr: '', server_labels: { env: 'prod' } },
      ...{ 'addr.local': '', 'addr.remote': '', session_recording: 'node' },
      ...(command === undefined && { size: '80:25' }),
    },
    startMs,
  );
  writer.event(start.document);
  prints.forEach((print, i) => writer.print(Buffer.from(print), startMs + i * 1000));
  const end = audit.compose(
    'session.end',
    {
      ...{ sid, user, login: 'root', ei: prints.length + 1, namespace: 'default', proto: 'ssh' },
      interactive: command === undefined,
      ...{ server_id: randomUUID(), server_hostname: hostname, server_addr: '', server_labels: { env: 'prod' } },
      ...{ 'addr.remote': '', session_recording: 'node', enhanced_recording: false, participants: [user] },
      ...{ session_start: new Date(startMs).toISOString(), session_stop: new Date(endedMs).toISOString() },
    },
    endedMs,
  );
  writer.event(end.document);
  await writer.close();
  await recordings.finish(sid, { event: { ...end.document }, bytes: writer.bytesWritten });
  audit.write(end);
  return sid;
}

/** Resolves when the recordings have been indexed for searches and players. */
export async function untilIndexed({ recordings }: Pick<Gateway, 'recordings'>, ...sids: string[]): Promise<void> {
  const isRead = async (sid: string) => (await readOverview(recordings.files(sid))) !== undefined;
  await vi.waitFor(async () => expect((await Promise.all(sids.map(isRead))).every(Boolean)).toBe(true), 20_000);
}
