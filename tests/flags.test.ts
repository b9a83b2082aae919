// From the rules of a role to the pages of the console: compares the flags that the gateway computes with those of the
// console (specification §6, http-auth §6.2).
import { describe, expect, test } from 'vitest';
import { createAccess } from '../src/access/access.ts';
import { toRole } from '../src/access/role.ts';
import { toConfig } from '../src/api/config.ts';
import { FLAGS, isShown, type Flag } from '../src/app/features.ts';
import { ACL_KINDS, ACL_VERBS } from '../src/wire/userContext.ts';

type Rule = { resources: string[]; verbs: string[]; where?: string };
type Conditions = { allow?: Rule[]; deny?: Rule[] };

const INSTALLED = { assist: true, plugins: true, cloud: true, desktopRecording: true };
const config = toConfig({ assistEnabled: true, isDashboard: true });

function aclOf({ allow = [], deny = [] }: Conditions, installed = INSTALLED) {
  const spec = { allow: { rules: allow }, deny: { rules: deny } };
  const role = toRole({ kind: 'role', version: 'v6', metadata: { name: 'x' }, spec });
  return createAccess({ userName: 'ada', roles: [role], traits: {} }).acl(installed);
}
/** Without the rules that every user has. */
const flagsOf = (conditions: Conditions): Flag[] => {
  const acl = aclOf(conditions);
  return FLAGS.filter((flag) => isShown(flag, acl, config));
};
const BASE = flagsOf({});
const rule = (kind: string, ...verbs: string[]): Rule => ({ resources: [kind], verbs });
const added = (conditions: Conditions) => flagsOf(conditions).filter((flag) => !BASE.includes(flag));

test('a user without rules has no administration pages', () => {
  expect(BASE).not.toContain('users');
  expect(BASE).not.toContain('roles');
  expect(BASE).not.toContain('audit');
  expect(BASE).not.toContain('newLocks');
});

test.each<[flag: Flag, ...rules: Rule[]]>([
  ['audit', rule('event', 'list')],
  ['recordings', rule('session', 'list')],
  ['authConnector', rule('auth_connector', 'list')],
  ['roles', rule('role', 'list')],
  ['trustedClusters', rule('trusted_cluster', 'list')],
  ['users', rule('user', 'list')],
  ['applications', rule('app_server', 'list')],
  ['kubernetes', rule('kube_server', 'list')],
  ['billing', rule('billing', 'list')],
  ['databases', rule('db_server', 'list')],
  ['desktops', rule('windows_desktop', 'list')],
  ['reachableDocuments', rule('windows_desktop', 'list', 'read', 'update')],
  ['nodes', rule('node', 'list')],
  ['activeSessions', rule('ssh_session', 'list')],
  ['accessRequests', rule('access_request', 'list')],
  ['newAccessRequest', rule('access_request', 'create')],
  ['downloadCenter', rule('license', 'read')],
  ['downloadCenter', rule('download', 'list')],
  ['plugins', rule('plugin', 'list')],
  ['integrations', rule('integration', 'list')],
  ['enrollIntegrations', rule('integration', 'create')],
  ['enrollIntegrationsOrPlugins', rule('plugin', 'create')],
  ['deviceTrust', rule('device', 'list')],
  ['locks', rule('lock', 'list')],
  ['newLocks', rule('lock', 'create'), rule('lock', 'update')],
  ['assist', rule('assistant', 'list')],
])('flag %s is set by its rule or a wildcard, unless the rule is denied', (flag, ...allow) => {
  expect(flagsOf({ allow })).toContain(flag);
  expect(flagsOf({ allow: [rule('*', '*')] })).toContain(flag);
  expect(flagsOf({ allow: allow.map(({ resources }) => ({ resources, verbs: ['*'] })) })).toContain(flag);
  expect(flagsOf({ allow, deny: allow })).not.toContain(flag);
  expect(flagsOf({ allow: [rule('*', '*')], deny: [rule('*', '*')] })).not.toContain(flag);
});

test('enrollment requires the rule for tokens or visible resources, which all users have unless denied', () => {
  const unseen = ['node', 'app_server', 'db_server', 'kube_server', 'windows_desktop'].map((kind) => rule(kind, '*'));
  expect(BASE).toContain('discover');
  expect(flagsOf({ deny: unseen })).not.toContain('discover');
  expect(flagsOf({ allow: [rule('token', 'create')], deny: unseen })).toContain('discover');
});

test('rules for one kind do not open the page of another kind', () => {
  expect(added({ allow: [rule('user', 'list', 'read', 'create', 'update', 'delete')] })).toEqual(['users']);
  expect(added({ allow: [rule('lock', 'create')] })).toEqual([]);
});

test('a conditional rule opens its page, and a conditional denial does not close it', () => {
  const where = 'contains(session.participants, user.metadata.name)';
  expect(flagsOf({ allow: [{ ...rule('session', 'list'), where }] })).toContain('recordings');
  const denied = { allow: [rule('session', 'list')], deny: [{ ...rule('session', 'list'), where }] };
  expect(flagsOf(denied)).toContain('recordings');
});

describe('every access of the user context', () => {
  test.each(Object.entries(ACL_KINDS))('%s contains each verb of the rules for %s', (key, kind) => {
    for (const [shown, verb] of Object.entries(ACL_VERBS)) {
      const acl = aclOf({ allow: [rule(kind, verb)] });
      expect(acl[key as keyof typeof ACL_KINDS], `${kind}: ${verb}`).toMatchObject({ [shown]: true });
    }
  });
});
