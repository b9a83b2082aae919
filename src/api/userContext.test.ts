import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { toUserContext } from './userContext.ts';

test('reads a user context with the switches separate from the ACL', () => {
  const context = toUserContext({
    authType: 'sso',
    userName: 'alice',
    userAcl: { nodes: { list: true }, clipboard: false },
    cluster: { name: 'east.example.test', lastConnected: '2026-11-21T14:00:00Z', authVersion: '13.1.3' },
    accessStrategy: { type: 'reason', prompt: 'Ticket' },
    accessCapabilities: { requestableRoles: null, suggestedReviewers: ['bob'] },
  });
  expect(context).toMatchObject({
    username: 'alice',
    authType: 'sso',
    acl: { nodes: { list: true } },
    clipboardSharingEnabled: false,
    directorySharingEnabled: true,
    accessStrategy: { type: 'reason', prompt: 'Ticket' },
    requestableRoles: [],
    suggestedReviewers: ['bob'],
  });
  expect(context.cluster.lastConnected).toEqual(new Date('2026-11-21T14:00:00Z'));
  expect(Object.keys(context.acl)).toEqual(['nodes', 'apps', 'kubeClusters', 'userGroups']);
});

test('uses defaults for missing values', () => {
  expect(toUserContext({ userName: 'bob' })).toMatchObject({
    authType: 'local',
    acl: {},
    clipboardSharingEnabled: true,
    desktopSessionRecordingEnabled: true,
    accessStrategy: { type: 'optional', prompt: '' },
    cluster: { clusterId: '', lastConnected: undefined },
  });
});

test.each([null, 'x', [], {}, { userName: 7 }])('rejects %j, which has no username', (json) => {
  expect(() => toUserContext(json)).toThrow(ApiError);
});
