import { expect, test } from 'vitest';
import { toActiveSession } from '../../api/activeSessions.ts';
import type { LockTarget } from '../../api/locks.ts';
import { endingSessions, sessionLabel } from './endingSessions.ts';

const session = (sid: string, more: object) => toActiveSession({ id: sid, kind: 'ssh', ...more });
const SESSIONS = [
  session('a', {
    owner: 'tomas',
    login: 'root',
    server_id: 'n1',
    server_hostname: 'web-1',
    parties: [{ user: 'tomas' }, { user: 'eve' }],
  }),
  session('b', { owner: 'nora', login: 'ledger', server_id: 'n2', server_hostname: 'db-1' }),
  session('c', { owner: 'nora', login: '', kind: 'desktop', desktop_name: 'lab-1' }),
];
const roles: Record<string, readonly string[]> = { tomas: ['dev'], eve: ['dev', 'guest'], nora: ['ops'] };
const ending = (targets: LockTarget[], rolesOf = (user: string) => roles[user]) => {
  const { sessions, isSure } = endingSessions(targets, SESSIONS, rolesOf);
  return [sessions.map(({ sid }) => sid).join(''), isSure];
};

test.each<[LockTarget, string]>([
  [{ kind: 'user', value: 'tomas' }, 'a'],
  [{ kind: 'user', value: 'eve' }, 'a'],
  [{ kind: 'user', value: 'nobody' }, ''],
  [{ kind: 'login', value: 'ledger' }, 'b'],
  [{ kind: 'server_id', value: 'n1' }, 'a'],
  [{ kind: 'windows_desktop', value: 'lab-1' }, 'c'],
  [{ kind: 'role', value: 'ops' }, 'bc'],
  [{ kind: 'role', value: 'guest' }, 'a'],
])('a lock of %j ends %j', (target, expected) => expect(ending([target])).toEqual([expected, true]));

test('several locks end the sessions of each lock', () => {
  expect(
    ending([
      { kind: 'user', value: 'tomas' },
      { kind: 'login', value: 'ledger' },
    ]),
  ).toEqual(['ab', true]);
});

test('marks the result as uncertain for devices and for users with unknown roles', () => {
  expect(ending([{ kind: 'mfa_device', value: 'x' }])).toEqual(['', false]);
  expect(ending([{ kind: 'role', value: 'ops' }], () => undefined)).toEqual(['', false]);
  expect(ending([{ kind: 'role', value: 'ops' }], (user) => (user === 'nora' ? ['ops'] : undefined))).toEqual([
    'bc',
    false,
  ]);
});

test('the label of a session has user, login and host', () => {
  expect(SESSIONS.map(sessionLabel)).toEqual(['tomas as root on web-1', 'nora as ledger on db-1', 'nora on lab-1']);
});
