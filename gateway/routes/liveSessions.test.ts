// Conditions of rules about running sessions (resource-specs §23): `ssh_session` hides, `session_tracker` shows.
import { describe, expect, test } from 'vitest';
import { createAccess } from '../../src/access/access.ts';
import { toRole } from '../../src/access/role.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import { mayKnow } from './liveSessions.ts';

const created = new Date('2030-01-01T08:00:00Z');
const session: LiveSession = {
  kind: 'ssh',
  id: '3c1f7a52-0000-4000-8000-000000000001',
  owner: 'mara',
  ownerRoles: ['ops'],
  login: 'root',
  created,
  lastActive: created,
  serverId: '3c1f7a52-0000-4000-8000-000000000002',
  serverHostname: 'web-1',
  parties: ['mara', 'bob'].map((user) => ({ id: user, user, lastActive: created })),
  moderated: false,
  modesFor: () => null,
};

function callerWith(userName: string, rules: { allow?: object[]; deny?: object[] }): Caller {
  const spec = { allow: { rules: rules.allow ?? [] }, deny: { rules: rules.deny ?? [] } };
  const role = toRole({ kind: 'role', version: 'v6', metadata: { name: 'watch' }, spec });
  const traits = { team: ['ops'] };
  const access = createAccess({ userName, roles: [role], traits });
  const user = { name: userName, roles: ['watch'], traits, authType: 'local' as const, isSetUp: true };
  const signIn = { user: userName, loginId: '', loginMs: 0, expiresMs: 0, bearerExpiresMs: 0 };
  return { user, session: signIn, access };
}
const rule = (kind: string, where: string) => ({ resources: [kind], verbs: ['list'], where });
const every = { resources: ['session_tracker'], verbs: ['list'] };
const knows = (caller: Caller) => mayKnow(session, caller, 'example.test');

describe('a running session', () => {
  test.each([
    ['contains(session_tracker.participants, user.metadata.name)', 'bob', true],
    ['contains(session_tracker.participants, user.metadata.name)', 'eve', false],
    ['equals(session_tracker.host_user, "mara")', 'eve', true],
    ['contains(session_tracker.host_roles, "ops")', 'eve', true],
    ['contains(user.spec.traits["team"], "ops") && contains(session_tracker.host_roles, "dev")', 'eve', false],
    ['equals(session_tracker.kind, "ssh") && equals(session_tracker.login, "root")', 'eve', true],
    ['equals(session_tracker.hostname, "web-1") && equals(session_tracker.cluster, "example.test")', 'eve', true],
    ['equals(session_tracker.kube_cluster, "")', 'eve', true],
    [`equals(session_tracker.session_id, "${session.id}")`, 'eve', true],
    ['equals(session.user, "mara")', 'eve', false],
    ['nonsense(', 'eve', false],
  ])('with the allow condition %s is visible to %s: %j', (where, user, expected) => {
    expect(knows(callerWith(user, { allow: [rule('session_tracker', where)] }))).toBe(expected);
  });

  test.each([
    ['!contains(ssh_session.participants, user.metadata.name)', 'eve', false],
    ['!contains(ssh_session.participants, user.metadata.name)', 'bob', true],
    ['equals(ssh_session.login, "root")', 'bob', false],
    ['equals(ssh_session.server_hostname, "web-2")', 'bob', true],
    ['equals(ssh_session.namespace, "default")', 'bob', false],
  ])('with the deny condition %s is visible to %s: %j', (where, user, expected) => {
    expect(knows(callerWith(user, { allow: [every], deny: [rule('ssh_session', where)] }))).toBe(expected);
  });

  test('is visible without a rule to a user who may join it, and to no other user', () => {
    const joining = callerWith('eve', {});
    expect(knows(joining)).toBe(false);
    expect(mayKnow({ ...session, modesFor: () => ['observer'] }, joining, 'example.test')).toBe(true);
  });
});
