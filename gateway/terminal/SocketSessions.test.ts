// The end of many sessions at once.
import { expect, test } from 'vitest';
import type { LiveSession } from '../sessions/liveSessions.ts';
import type { ParticipantInfo } from './Participant.ts';
import { SocketSessions } from './SocketSessions.ts';
import type { Visitor } from './shellRequest.ts';

const owner: ParticipantInfo = {
  ...{ user: 'ann', roles: [], loginId: 'login', remoteAddr: '192.0.2.1:1' },
  limits: { idleMs: 0, expiresMs: undefined, endsAtExpiry: false } as unknown as ParticipantInfo['limits'],
};
const visitor = { caller: { user: { name: 'ann', roles: [] } }, remoteAddr: '' } as unknown as Visitor;

type Ended = { id: string; text: string | undefined };

test('the audit events of sessions that end together are written in one batch', () => {
  const written: string[] = [];
  let [writes, isTogether] = [0, false];
  const ended: Ended[] = [];
  const toSession = (id: string) => ({
    ...{ createdMs: 0, lastActiveMs: 0, subject: { id, owner } },
    log: {
      refused: () => undefined,
      disconnected: () => {
        if (!isTogether) writes += 1;
        written.push(id);
      },
    },
    open: () => Promise.resolve(),
    end: (text: string | undefined) => void ended.push({ id, text }),
    abandon: () => Promise.resolve(),
  });
  class Sessions extends SocketSessions<never, ReturnType<typeof toSession>, string> {
    begin(id: string): void {
      const session = toSession(id);
      this.lifeOf(visitor, () => session).begun();
    }
  }
  const live = new Map<string, LiveSession>();
  const sessions = new Sessions(
    {
      inventory: { find: () => undefined },
      liveSessions: { add: (one: LiveSession) => live.set(one.id, one) } as never,
      credentials: { keyQuestion: () => ({ kind: 'no-key', otherFactors: false }) },
      audit: {
        together: (work) => {
          writes += 1;
          isTogether = true;
          work();
          isTogether = false;
        },
      },
      rules: () => ({}) as never,
      begunBy: () => 0,
      hostId: 'host',
      report: (error) => {
        throw error;
      },
    },
    {
      ...{ resource: 'db', noun: 'database', ofUserMax: 200, ofAllMax: 200 },
      targetOf: () => 'pg',
      nameOf: (target) => target,
      refusal: () => undefined,
      toLive: () => ({ kind: 'db', login: '', serverId: '', serverHostname: '' }),
    },
  );
  const ids = Array.from({ length: 200 }, (_, i) => `session-${i}`);
  for (const id of ids) sessions.begin(id);
  sessions.endOn('pg', 'removed');
  expect(ended).toEqual(ids.map((id) => ({ id, text: 'removed' })));
  expect(written).toEqual(ids);
  expect(writes).toBe(1);
});
