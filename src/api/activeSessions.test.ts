import { expect, test } from 'vitest';
import { toActiveSession } from './activeSessions.ts';

test('reads a session from a cluster', () => {
  expect(
    toActiveSession({
      kind: 'ssh',
      id: 'eeb62b0d-2708-4069-a081-6b3807fc3260',
      parties: [{ id: 'f35f8df9', remote_addr: '', user: 'admin', server_id: 'n1', last_active: '' }],
      login: 'root',
      created: '2026-11-21T05:12:01.784282085Z',
      server_id: 'n1',
      server_hostname: 'node-1',
      cluster_name: 'example.test',
      owner: 'admin',
      moderated: false,
      participantModes: ['peer', 'moderator', 'observer'],
    }),
  ).toEqual({
    sid: 'eeb62b0d-2708-4069-a081-6b3807fc3260',
    kind: 'ssh',
    login: 'root',
    clusterId: 'example.test',
    serverId: 'n1',
    resourceName: 'node-1',
    owner: 'admin',
    created: new Date('2026-11-21T05:12:01.784Z'),
    moderated: false,
    isWaiting: false,
    parties: [{ id: 'f35f8df9', user: 'admin' }],
    participantModes: ['observer', 'moderator', 'peer'],
  });
});

test.each([
  ['no other participant', [], undefined, true],
  ['another participant', [{ user: 'mona' }], undefined, false],
  ['an observer, reported as waiting by the server', [{ user: 'mona', mode: 'observer' }], true, true],
])('a moderated session of admin with %s', (_, others: object[], waiting, isWaiting) => {
  const parties = [{ user: 'admin' }, ...others].map((party) => ({ id: '', ...party }));
  const session = toActiveSession({ id: 's', owner: 'admin', moderated: true, parties, waiting });
  expect(session).toMatchObject({ isWaiting, parties });
});

test('a session without participants and join permission has empty lists', () => {
  const left = toActiveSession({ kind: 'db', id: 's', database_name: 'ledger', parties: null, participantModes: null });
  expect([left.parties, left.participantModes, left.resourceName]).toEqual([[], [], 'ledger']);
});

test('a session of an unknown kind keeps its kind', () => {
  const session = toActiveSession({ kind: 'git', id: 's', server_hostname: 'github.com' });
  expect([session.kind, session.resourceName]).toEqual(['git', 'github.com']);
});
