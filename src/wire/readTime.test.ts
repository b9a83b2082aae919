import { expect, test } from 'vitest';
import { toActiveSession } from '../api/activeSessions.ts';
import { toCluster } from '../api/clusters.ts';
import { toDevice } from '../api/devices.ts';
import { toLock } from '../api/locks.ts';
import { toRecording } from '../api/recordings.ts';
import audit from '../descriptors/audit.descriptor.ts';
import recordings from '../descriptors/recordings.descriptor.ts';
import sessions from '../descriptors/sessions.descriptor.ts';
import { entriesOf } from '../sessions/assist/session/entries.ts';
import { fieldText, sortRows } from '../descriptors/rows.ts';
import type { Field } from '../descriptors/model/fieldModel.ts';
import { describeEvent } from './audit/describeEvent.ts';
import { toEventItem } from './audit/eventItem.ts';
import { readDate, ZERO_TIME } from './http.ts';

test.each([ZERO_TIME, '', 'soon'])('an unset time (%j) is undefined for every resource', (time) => {
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

test('the length of a recording without times is unknown', () => {
  const row = toRecording({ sid: 's', session_start: ZERO_TIME, session_stop: '2026-03-01T10:00:00Z' });
  const length = recordings.fields.find(({ source }) => source === 'durationMs');
  expect(length && fieldText(length as Field, row)).toBe('unknown');
  expect(recordings.predicate?.labels(row)).toContainEqual({ name: 'length', value: 'unknown' });
  expect(recordings.palette && recordings.palette.detail?.(row)).toBe('');
});

test('rows without a time can be searched', () => {
  expect(recordings.predicate?.values(toRecording({ sid: 's' }))).toContain('s');
  const session = { ...toActiveSession({ id: 's' }), id: 's', people: [], address: '' };
  expect(sessions.predicate?.values(session)).toContain('s');
});

test('an unset time of a required date is an invalid date', () => {
  expect(readDate(ZERO_TIME).getTime()).toBeNaN();
  expect(readDate(undefined).getTime()).toBeNaN();
  expect(toDevice({ id: 'd', name: 'key', type: 'TOTP', addedAt: ZERO_TIME, lastUsed: ZERO_TIME })).toMatchObject({
    registeredDate: new Date(Number.NaN),
    lastUsedDate: new Date(Number.NaN),
  });
  expect(toEventItem({ time: ZERO_TIME }).time.getTime()).toBeNaN();
  const [message] = entriesOf([{ type: 'CHAT_MESSAGE_USER', created_time: ZERO_TIME, payload: 'hi' }]);
  expect(message?.at.getTime()).toBeNaN();
});

test('rows without a time are the oldest in a sorted list', () => {
  const rows = ['', '2026-03-01T10:00:00Z', ZERO_TIME, '2026-03-02T10:00:00Z'].map((time, n) => ({
    ...toEventItem({ time }),
    id: String(n),
  }));
  const ids = (descending: boolean) => sortRows(audit, rows, { field: 'time', descending }).map(({ id }) => id);
  expect(ids(true)).toEqual(['3', '1', '0', '2']);
  expect(ids(false)).toEqual(['0', '2', '1', '3']);
});
