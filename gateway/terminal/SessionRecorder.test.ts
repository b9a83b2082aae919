import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { Audit } from '../audit/audit.ts';
import { Recordings } from '../recordings/Recordings.ts';
import type { Participant } from './Participant.ts';
import type { SessionMember } from './sessionMember.ts';
import { SessionRecorder } from './SessionRecorder.ts';

const memberOf = (user: string): SessionMember => ({
  participant: { info: { user, remoteAddr: '127.0.0.1:2' } } as unknown as Participant,
  mode: 'peer',
  isOpener: false,
  lastActiveMs: 0,
  stopWatching: () => undefined,
});

const SID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';

/** A recorder of a session, and the events that it has written to the audit log. */
async function scene(now = Date.now) {
  const root = mkdtempSync(join(tmpdir(), 'postern-recorder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const store = memoryStores().events;
  const parts = {
    audit: new Audit(store, now, () => 'example.test'),
    recordings: new Recordings(join(root, 'recordings')),
    recorded: () => true,
    clock: { ...systemClock, now },
    report: (error: unknown) => expect.fail(String(error)),
  };
  const node = { id: 'node-1', hostname: 'node-1', addr: '127.0.0.1:3080', labels: {} };
  const subject = { sid: SID, user: 'mara', login: 'root', remoteAddr: '127.0.0.1:1', node };
  const listener = { pressure: () => undefined, failed: (error: Error) => expect.fail(error.message) };
  const recorder = await SessionRecorder.open(parts, subject, listener);
  recorder.started();
  return { recorder, logged: () => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 100 }).events };
}

test('session.end names each participant once, even after repeated joins', async () => {
  const { recorder, logged } = await scene();
  for (const user of ['otto', 'mara', ...Array.from({ length: 50 }, () => 'otto')]) recorder.joined(memberOf(user));
  await recorder.end();
  expect(logged().find(({ event }) => event === 'session.end')).toMatchObject({ participants: ['mara', 'otto'] });
});

test.each([
  ['before its output', [0, -3600_000, -3590_000, -3580_000], 20_000],
  ['during its output', [0, 10_000, -3590_000, -3580_000], 20_000],
])('a session ends after its start where the clock is set back %s', async (_, [start = 0, ...times], lastsMs) => {
  const nowMs = Date.parse('2026-01-02T03:00:00Z');
  let ms = start;
  const { recorder, logged } = await scene(() => nowMs + ms);
  for (ms of times.slice(0, -1)) recorder.print(new Uint8Array(1));
  ms = times.at(-1) ?? 0;
  await recorder.end();
  const stop = new Date(nowMs + lastsMs).toISOString();
  expect(logged().find(({ event }) => event === 'session.end')).toMatchObject({ time: stop, session_stop: stop });
});
