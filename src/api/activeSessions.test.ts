import { expect, test } from 'vitest';
import { toActiveSession } from './activeSessions.ts';

test('reads a session as a cluster lists it', () => {
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
  ['admin alone', [], undefined, true],
  ['somebody else', [{ user: 'mona' }], undefined, false],
  ['somebody else, as the server tells', [{ user: 'mona', mode: 'observer' }], true, true],
])('a moderated session of admin with %s', (_, others: object[], waiting, isWaiting) => {
  const parties = [{ user: 'admin' }, ...others].map((party) => ({ id: '', ...party }));
  const session = toActiveSession({ id: 's', owner: 'admin', moderated: true, parties, waiting });
  expect(session).toMatchObject({ isWaiting, parties });
});

test('one that everybody has left, and that the caller may not join, has neither parties nor modes', () => {
  const left = toActiveSession({ kind: 'db', id: 's', database_name: 'ledger', parties: null, participantModes: null });
  expect([left.parties, left.participantModes, left.resourceName]).toEqual([[], [], 'ledger']);
});

test('one of a kind that only a newer server knows keeps its kind', () => {
  const session = toActiveSession({ kind: 'git', id: 's', server_hostname: 'github.com' });
  expect([session.kind, session.resourceName]).toEqual(['git', 'github.com']);
});
