import { expect, test } from 'vitest';
import { toActiveSession } from '../api/activeSessions.ts';
import { toCluster } from '../api/clusters.ts';
import { toLock } from '../api/locks.ts';
import { toRecording } from '../api/recordings.ts';
import recordings from '../descriptors/recordings.descriptor.ts';
import sessions from '../descriptors/sessions.descriptor.ts';
import { describeEvent } from './audit/describeEvent.ts';
import { ZERO_TIME } from './http.ts';

test.each([ZERO_TIME, '', 'soon'])('a time that is not set (%j) is none on any page', (time) => {
  expect(toCluster({ name: 'leaf', lastConnected: time }).lastConnected).toBeUndefined();
  expect(toActiveSession({ created: time }).created).toBeUndefined();
  expect(toLock({ createdAt: time, expires: time })).toMatchObject({ createdAt: undefined, expires: undefined });
  expect(toRecording({ session_start: time, session_stop: '2026-03-01T10:00:00Z', time })).toMatchObject({
    began: undefined,
    created: undefined,
    durationMs: 0,
  });
  const ended = { code: 'T2004I', interactive: true, session_start: time, session_stop: '2026-03-01T10:00:00Z' };
  expect(describeEvent(ended).sentence).toBe('Somebody ended a session on a server');
});

test('rows without a time can be searched', () => {
  expect(recordings.predicate?.values(toRecording({ sid: 's' }))).toContain('s');
  const session = { ...toActiveSession({ id: 's' }), id: 's', people: [], address: '' };
  expect(sessions.predicate?.values(session)).toContain('s');
});
