import { expect, test } from 'vitest';
import { toRecording } from './recordings.ts';

const TIMES = {
  time: '2030-01-01T10:05:00Z',
  session_start: '2030-01-01T10:00:00Z',
  session_stop: '2030-01-01T10:05:00Z',
};

test('reads the end of a database session as a recording of the database', () => {
  const event = {
    ...TIMES,
    code: 'TDB01I',
    event: 'db.session.end',
    sid: 's1',
    db_service: 'shop-db',
    db_user: 'ann',
    interactive: true,
    session_recording: 'node',
    participants: ['alice'],
  };
  expect(toRecording(event)).toMatchObject({
    type: 'db',
    hostname: 'shop-db',
    login: 'ann',
    people: ['alice'],
    durationMs: 300_000,
    state: 'ready',
  });
  expect(toRecording({ ...event, session_recording: 'off' }).state).toBe('notRecorded');
  expect(toRecording({ ...event, recording_missing: true }).state).toBe('removed');
  expect(toRecording({ ...event, recording_missing: true, session_recording: 'off' }).state).toBe('notRecorded');
});

test('a database session of a newer cluster is not playable, but not as a non-interactive one', () => {
  const event = { ...TIMES, code: 'TDB01I', event: 'db.session.end', sid: 's1', db_service: 'shop-db' };
  expect(toRecording(event).state).toBe('notPlayable');
  expect(toRecording({ ...event, code: 'T2004I', interactive: false }).state).toBe('notInteractive');
});

test('distinguishes shells and desktops by event code', () => {
  expect(toRecording({ ...TIMES, code: 'T2004I', server_hostname: 'web-1' })).toMatchObject({
    type: 'ssh',
    hostname: 'web-1',
  });
  expect(toRecording({ ...TIMES, code: 'TDP01I', desktop_name: 'lab', recorded: true })).toMatchObject({
    type: 'desktop',
    state: 'ready',
  });
});
