import { describe, expect, test } from 'vitest';
import acls from '../../tests/fixtures/user-acls.json' with { type: 'json' };
import { createAccess } from './access.ts';
import { presetRoles } from './presets.ts';
import { toRole } from './role.ts';

const FEATURES = { assist: true, plugins: false, cloud: false, desktopRecording: true };
const presets = Object.fromEntries(presetRoles().map(({ name, document }) => [name, toRole(document)]));
const role = (spec: object, version = 'v6', name = 'x') => toRole({ kind: 'role', version, metadata: { name }, spec });
const accessOf = (...roles: (ReturnType<typeof role> | undefined)[]) =>
  createAccess({ userName: 'ada', roles: roles.filter((held) => held !== undefined), traits: {} });

describe('the ACL of the user context equals the reference', () => {
  test('of an administrator', () => {
    expect(accessOf(presets['access'], presets['editor'], presets['auditor']).acl(FEATURES)).toEqual(acls.admin);
  });
  test('of an auditor', () => expect(accessOf(presets['auditor']).acl(FEATURES)).toEqual(acls.auditor));
  test('of a user without permissions', () => expect(accessOf(role({})).acl(FEATURES)).toEqual(acls.none));
  test('disables features that the cluster lacks for all users', () => {
    const all = role({ allow: { rules: [{ resources: ['*'], verbs: ['*'] }] } });
    const without = accessOf(all).acl({ assist: false, plugins: false, cloud: false, desktopRecording: false });
    expect([without.assist?.list, without.plugins?.list, without.billing?.list]).toEqual([false, false, false]);
    expect(without.desktopSessionRecording).toBe(false);
    const withAll = accessOf(all).acl({ assist: true, plugins: true, cloud: true, desktopRecording: true });
    expect([withAll.assist?.list, withAll.plugins?.list, withAll.billing?.list]).toEqual([true, true, true]);
  });
});

describe('options of several roles', () => {
  const options = (...all: object[]) => accessOf(...all.map((one) => role({ options: one }))).options();
  const MINUTE_MS = 60_000;

  test('uses the shortest session lifetime', () => {
    expect(options({ max_session_ttl: '8h' }, { max_session_ttl: '10m' }, {}).maxSessionTtlMs).toBe(10 * MINUTE_MS);
    expect(options({}).maxSessionTtlMs).toBe(30 * 60 * MINUTE_MS);
    expect(options({ max_session_ttl: 'never' }).maxSessionTtlMs).toBe(30 * 60 * MINUTE_MS);
  });
  test('uses the lowest limit, and 0 without a limit', () => {
    expect(options({ client_idle_timeout: '5m' }, {}, { client_idle_timeout: '2m' }).clientIdleTimeoutMs).toBe(
      2 * MINUTE_MS,
    );
    expect(options({}, {}).clientIdleTimeoutMs).toBe(0);
    expect(options({ max_connections: 7 }, { max_connections: 3 }, {}).maxConnections).toBe(3);
    expect(options({ max_kubernetes_connections: 2 }).maxKubernetesConnections).toBe(2);
  });
  test('one role is enough to allow forwarding', () => {
    expect(options({ forward_agent: true }, {}).forwardAgent).toBe(true);
    expect(options({ port_forwarding: false }, {}).portForwarding).toBe(true);
    expect(options({ port_forwarding: false }).portForwarding).toBe(false);
    expect(options({ permit_x11_forwarding: true }, {}).x11Forwarding).toBe(true);
    expect(options({ disconnect_expired_cert: true }, {}).disconnectExpiredCert).toBe(true);
  });
  test('one role is enough to make databases read-only', () => {
    expect(options({ db_read_only: true }, {}).dbReadOnly).toBe(true);
    expect(options({ db_read_only: false }, {}).dbReadOnly).toBe(false);
  });
  test('allows copying only if all roles allow it', () => {
    expect(options({ ssh_file_copy: false }, {}).sshFileCopy).toBe(false);
    expect(options({ desktop_clipboard: false }, {}).desktopClipboard).toBe(false);
    expect(options({ desktop_directory_sharing: false }, {}).desktopDirectorySharing).toBe(false);
    expect(options({}, {})).toMatchObject({ sshFileCopy: true, desktopClipboard: true, desktopDirectorySharing: true });
  });
  test('uses the strictest recording mode', () => {
    expect(options({}, { record_session: { default: 'strict' } }).recordSsh).toBe('strict');
    expect(options({ record_session: { default: 'strict', ssh: 'best_effort' } }).recordSsh).toBe('best_effort');
    expect(options({ record_session: { ssh: 'strict' } }).recordSsh).toBe('strict');
    expect(options({}).recordSsh).toBe('best_effort');
  });
  test('one role is enough to record desktops', () => {
    expect(options({ record_session: { desktop: false } }, {}).recordDesktop).toBe(true);
    expect(options({ record_session: { desktop: false } }).recordDesktop).toBe(false);
  });
  test('joins the recorded events of all roles', () => {
    expect(options({ enhanced_recording: ['disk'] }, {}).enhancedRecording).toEqual(['disk', 'command', 'network']);
  });
  test('strict locking takes precedence', () => {
    expect(options({ lock: 'best_effort' }, { lock: 'strict' }).lock).toBe('strict');
    expect(options({ lock: 'best_effort' }, {}).lock).toBe('best_effort');
    expect(options({}).lock).toBe('');
  });
  test('a user without roles has no forwarding and no desktop recording', () => {
    expect(options()).toMatchObject({ portForwarding: false, recordDesktop: false });
  });
});

describe('joining a session', () => {
  const policy = (roles: string[], modes: string[], kinds = ['ssh']) =>
    role({ allow: { join_sessions: [{ name: 'j', roles, kinds, modes }] } });
  const bob = { userName: 'bob', roles: ['prod-admin', 'staff'] };

  test('the owner may join in all modes', () => {
    expect(accessOf(role({})).joinModes({ ...bob, userName: 'ada' }, 'ssh')).toEqual(['peer', 'moderator', 'observer']);
  });
  test('other users may not join without a policy', () => {
    expect(accessOf(role({})).joinModes(bob, 'ssh')).toEqual([]);
    expect(accessOf().joinModes(bob, 'ssh')).toEqual([]);
  });
  test('a policy applies to owners with matching roles', () => {
    expect(accessOf(policy(['prod-*'], ['observer'])).joinModes(bob, 'ssh')).toEqual(['observer']);
    expect(accessOf(policy(['dev-*'], ['observer'])).joinModes(bob, 'ssh')).toEqual([]);
    expect(accessOf(policy(['*'], ['observer'])).joinModes({ userName: 'bob', roles: [] }, 'ssh')).toEqual([]);
  });
  test('a policy applies to its kinds of sessions', () => {
    expect(accessOf(policy(['*'], ['peer'], ['k8s'])).joinModes(bob, 'ssh')).toEqual([]);
    expect(accessOf(policy(['*'], ['peer'], ['*'])).joinModes(bob, 'k8s')).toEqual(['peer']);
  });
  test('joins the modes of several policies and drops unknown modes', () => {
    const access = accessOf(policy(['staff'], ['moderator', 'boss']), policy(['*'], ['observer', 'moderator']));
    expect(access.joinModes(bob, 'ssh')).toEqual(['observer', 'moderator']);
  });
  test.each([
    [{ logins: ['root'], node_labels: { env: ['prod'] } }, ['peer']],
    [{ logins: ['root'], node_labels: { env: ['lab'] } }, []],
    [{ logins: ['guest'], node_labels: { '*': ['*'] } }, []],
  ])('before version 5, with %j, the user is a peer of SSH sessions that their roles can open', (allow, modes) => {
    const target = () => ({ labels: { env: 'prod' }, login: 'root' });
    expect(accessOf(role({ allow }, 'v4')).joinModes(bob, 'ssh', target)).toEqual(modes);
    expect(accessOf(role({ allow }, 'v4')).joinModes(bob, 'ssh')).toEqual([]);
    expect(accessOf(role({ allow }, 'v4')).joinModes(bob, 'k8s', target)).toEqual([]);
    expect(accessOf(role({ allow }, 'v4'), role({}, 'v5')).joinModes(bob, 'ssh', target)).toEqual([]);
  });
  test('a role of the owner can require other participants', () => {
    const watched = role({
      allow: { require_session_join: [{ name: 'w', kinds: ['ssh'], modes: ['observer'], count: 1 }] },
    });
    expect(accessOf(role({}), watched).isModerated('ssh')).toBe(true);
    expect(accessOf(watched).isModerated('k8s')).toBe(false);
    expect(accessOf(role({})).isModerated('ssh')).toBe(false);
  });
});

test('the preset role "access" allows only the user’s own recordings', () => {
  const access = accessOf(presets['access']);
  expect(access.rule('session', 'list', { session: { participants: ['ada'] } }).ok).toBe(true);
  expect(access.rule('session', 'list', { session: { participants: ['bob'] } }).ok).toBe(false);
  expect(access.couldBeAllowed('session', 'list')).toBe(true);
});
