import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { createAccess } from './access.ts';
import type { Principals, ResourceKind } from './resources.ts';
import { toRole } from './role.ts';

type Spec = { allow?: object; deny?: object; options?: object };
const role = (name: string, { allow = {}, deny = {}, options = {} }: Spec, version = 'v6') =>
  toRole({ kind: 'role', version, metadata: { name }, spec: { allow, deny, options } });
const accessOf = (...roles: ReturnType<typeof role>[]) =>
  createAccess({ userName: 'ada', roles, traits: { logins: ['ada', 'bad login'], kubernetes_groups: ['viewers'] } });

const dev = role('dev', { allow: { logins: ['ubuntu', '{{internal.logins}}'], node_labels: { env: 'dev' } } });
const prod = role('prod', { allow: { logins: ['root'], node_labels: { env: 'prod' } } });
const noRoot = role('no-root', { deny: { logins: ['root'] } });
const noLab = role('no-lab', { deny: { node_labels: { dc: 'lab' } } });

describe('access to a server', () => {
  const cases: [string, ReturnType<typeof role>[], Record<string, string>, Principals, boolean][] = [
    ['is denied without roles', [], { env: 'dev' }, {}, false],
    ['is allowed for matching labels', [dev], { env: 'dev' }, {}, true],
    ['is denied for other labels', [dev], { env: 'prod' }, {}, false],
    ['is allowed for a login of the role', [dev], { env: 'dev' }, { login: 'ubuntu' }, true],
    ['is allowed for a login from a trait', [dev], { env: 'dev' }, { login: 'ada' }, true],
    ['is denied for a login that no role has', [dev], { env: 'dev' }, { login: 'root' }, false],
    ['is denied for a login of one role on servers of another', [dev, prod], { env: 'dev' }, { login: 'root' }, false],
    ['is allowed for a login of the role of the server', [dev, prod], { env: 'prod' }, { login: 'root' }, true],
    ['is denied for a login that another role denies', [prod, noRoot], { env: 'prod' }, { login: 'root' }, false],
    ['is allowed without a login if a login is denied', [prod, noRoot], { env: 'prod' }, {}, true],
    ['is denied for denied labels', [dev, noLab], { env: 'dev', dc: 'lab' }, {}, false],
    ['is allowed for labels that are not denied', [dev, noLab], { env: 'dev', dc: 'eu' }, {}, true],
  ];
  for (const [what, roles, labels, principals, ok] of cases) {
    test(what, () => expect(accessOf(...roles).resource('node', labels, principals).ok).toBe(ok));
  }

  test('the verdict names the allowing lines', () => {
    expect(accessOf(noLab, dev).resource('node', { env: 'dev' }, { login: 'ada' })).toEqual({
      ok: true,
      by: [
        { role: 'dev', path: 'spec.allow.node_labels' },
        { role: 'dev', path: 'spec.allow.logins[1]' },
      ],
    });
  });

  test('the verdict names the denying line', () => {
    expect(accessOf(dev, noLab).resource('node', { env: 'dev', dc: 'lab' })).toMatchObject({
      cause: 'deny',
      by: [{ role: 'no-lab', path: 'spec.deny.node_labels' }],
    });
    expect(accessOf(prod, noRoot).resource('node', { env: 'prod' }, { login: 'root' })).toMatchObject({
      cause: 'deny',
      by: [{ role: 'no-root', path: 'spec.deny.logins[0]' }],
    });
  });

  test('an error in a selector fails the check and names the role', () => {
    const broken = role('broken', { allow: { node_labels: { env: '^($' } } });
    expect(accessOf(broken, prod).resource('node', { env: 'prod' })).toMatchObject({
      ok: false,
      cause: 'fault',
      by: [{ role: 'broken', path: 'spec.allow.node_labels' }],
    });
    expect(accessOf(broken, prod).resource('app', { env: 'prod' })).toMatchObject({ cause: 'none' });
  });
});

describe('selectors with expressions', () => {
  const both = { node_labels: { env: 'dev' }, node_labels_expression: 'labels["team"] == "core"' };
  test('allow requires labels and expression', () => {
    const access = accessOf(role('both', { allow: both }));
    expect(access.resource('node', { env: 'dev', team: 'core' }).ok).toBe(true);
    expect(access.resource('node', { env: 'dev', team: 'web' }).ok).toBe(false);
    expect(access.resource('node', { env: 'prod', team: 'core' }).ok).toBe(false);
  });
  test('an expression without labels is sufficient', () => {
    const access = accessOf(role('x', { allow: { node_labels_expression: both.node_labels_expression } }));
    expect(access.resource('node', { team: 'core' })).toMatchObject({
      by: [{ path: 'spec.allow.node_labels_expression' }],
    });
    expect(access.resource('node', {}).ok).toBe(false);
  });
  test('deny requires labels or expression', () => {
    const access = accessOf(role('all', { allow: { node_labels: { '*': '*' } }, deny: both }));
    expect(access.resource('node', { env: 'dev' }).ok).toBe(false);
    expect(access.resource('node', { team: 'core' }).ok).toBe(false);
    expect(access.resource('node', { env: 'prod' }).ok).toBe(true);
  });
});

describe('each kind has a separate label field', () => {
  const kinds: [ResourceKind, string][] = [
    ['node', 'node_labels'],
    ['app', 'app_labels'],
    ['kube_cluster', 'kubernetes_labels'],
    ['db', 'db_labels'],
    ['db_service', 'db_service_labels'],
    ['windows_desktop', 'windows_desktop_labels'],
    ['windows_desktop_service', 'windows_desktop_labels'],
    ['user_group', 'group_labels'],
  ];
  for (const [kind, field] of kinds) {
    test(`${kind} is selected by ${field} and by no other field`, () => {
      const selector = { [field]: { '*': '*' } };
      expect(accessOf(role('x', { allow: selector })).resource(kind, {}).ok).toBe(true);
      const others = Object.fromEntries(kinds.filter(([, f]) => f !== field).map(([, f]) => [f, { '*': '*' }]));
      expect(accessOf(role('x', { allow: others })).resource(kind, {}).ok).toBe(false);
    });
  }
});

test('a database user "*" in a role allows any database user', () => {
  const access = accessOf(role('x', { allow: { db_labels: { '*': '*' }, db_users: ['*'], db_names: ['orders'] } }));
  expect(access.resource('db', {}, { dbUser: 'anyone', dbName: 'orders' }).ok).toBe(true);
  expect(access.resource('db', {}, { dbUser: 'anyone', dbName: 'other' }).ok).toBe(false);
  expect(access.dbUsers()).toEqual(['*']);
});

test('desktops use Windows logins', () => {
  const access = accessOf(
    role('x', {
      allow: { logins: ['root'], windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['Admin', 'a|b'] },
    }),
  );
  expect(access.windowsLogins({})).toEqual(['Admin']);
  expect(access.resource('windows_desktop', {}, { login: 'Admin' }).ok).toBe(true);
  expect(access.resource('windows_desktop', {}, { login: 'root' }).ok).toBe(false);
});

describe('leaf clusters', () => {
  test('clusters without labels are open unless a role selects clusters', () => {
    expect(accessOf(dev).resource('remote_cluster', {}).ok).toBe(true);
    expect(accessOf(dev).resource('remote_cluster', { a: 'b' }).ok).toBe(false);
    const selecting = role('x', { allow: { cluster_labels: { env: 'eu' } } });
    expect(accessOf(dev, selecting).resource('remote_cluster', {}).ok).toBe(false);
    expect(accessOf(dev, selecting).resource('remote_cluster', { env: 'eu' }).ok).toBe(true);
  });
});

describe('the names of a resource', () => {
  test('are unique, from the roles that match the server, without denied names', () => {
    const more = role('more', { allow: { logins: ['ubuntu', 'deploy'], node_labels: { '*': '*' } } });
    expect(accessOf(dev, prod, more).logins({ env: 'dev' })).toEqual(['ubuntu', 'ada', 'deploy']);
    expect(accessOf(dev, prod, more).logins({ env: 'prod' })).toEqual(['root', 'ubuntu', 'deploy']);
    expect(accessOf(dev, prod, more, noRoot).logins({ env: 'prod' })).toEqual(['ubuntu', 'deploy']);
  });
  test('are empty if the server or every name is denied', () => {
    expect(accessOf(dev, noLab).logins({ env: 'dev', dc: 'lab' })).toEqual([]);
    expect(accessOf(dev, role('none', { deny: { logins: ['*'] } })).logins({ env: 'dev' })).toEqual([]);
  });
  test('exclude invalid account names', () => {
    const logins = ['-x', 'a:b', 'a/b', 'a b', 'x'.repeat(33), '', 'x'.repeat(32), 'web.app_1'];
    const access = accessOf(role('x', { allow: { logins, node_labels: { '*': '*' } } }));
    expect(access.logins({})).toEqual(['x'.repeat(32), 'web.app_1']);
  });
  test('for Kubernetes depend on the labels of the cluster', () => {
    const access = accessOf(
      role('x', {
        allow: {
          kubernetes_labels: { env: 'dev' },
          kubernetes_groups: ['{{internal.kubernetes_groups}}'],
          kubernetes_users: ['u'],
        },
      }),
    );
    expect(access.kubeGroups({ env: 'dev' })).toEqual(['viewers']);
    expect(access.kubeUsers({ env: 'dev' })).toEqual(['u']);
    expect(access.kubeGroups({ env: 'prod' })).toEqual([]);
  });
});

describe('a server outside the inventory', () => {
  const every = role('every', { allow: { logins: ['root'], node_labels: { '*': '*' } } });
  const expression = 'labels["env"] != "prod"';
  test.each<[string, ReturnType<typeof role>[], string, boolean]>([
    ['is allowed by a role for all servers', [every], 'root', true],
    ['is denied for other logins', [every], 'ada', false],
    ['is denied by roles for some servers', [dev, prod], 'root', false],
    [
      'is denied by a role with an expression',
      [role('most', { allow: { logins: ['root'], node_labels_expression: expression } })],
      'root',
      false,
    ],
    [
      'is denied by a role with an expression and all labels',
      [role('most', { allow: { logins: ['root'], node_labels: { '*': '*' }, node_labels_expression: expression } })],
      'root',
      false,
    ],
    ['is denied if a role denies some servers', [every, noLab], 'root', false],
    [
      'is denied if an expression denies some servers',
      [every, role('some', { deny: { node_labels_expression: expression } })],
      'root',
      false,
    ],
    ['is denied for a denied login', [every, noRoot], 'root', false],
    ['is allowed with an additional role', [every, dev], 'root', true],
  ])('%s', (_, roles, login, ok) => expect(accessOf(...roles).unlistedNode({ login }).ok).toBe(ok));
});

test('a v3 role with logins and without labels grants every server', () => {
  expect(accessOf(role('old', { allow: { logins: ['root'] } }, 'v3')).logins({ any: 'thing' })).toEqual(['root']);
  expect(accessOf(role('old', { allow: { logins: ['root'] } }, 'v4')).logins({ any: 'thing' })).toEqual([]);
});

describe('a second factor per session', () => {
  const asking = role('asking', {
    allow: { logins: ['root'], node_labels: { env: 'prod' } },
    options: { require_session_mfa: true },
  });
  test('is required if a role that grants the server requires it', () => {
    const access = accessOf(dev, asking);
    expect(access.anyRequiresSessionMfa()).toBe(true);
    expect(access.requiresSessionMfa('node', { env: 'prod' }, { login: 'root' })).toBe(true);
    expect(access.requiresSessionMfa('node', { env: 'dev' }, { login: 'ubuntu' })).toBe(false);
  });
  test('is not required without access to the server or the login', () => {
    expect(accessOf(asking).requiresSessionMfa('node', { env: 'dev' }, { login: 'root' })).toBe(false);
    expect(accessOf(asking).requiresSessionMfa('node', { env: 'prod' }, { login: 'bin' })).toBe(false);
    expect(accessOf(asking, noRoot).requiresSessionMfa('node', { env: 'prod' }, { login: 'root' })).toBe(false);
  });
  test('is not required in addition to hardware key touch', () => {
    const touch = role('touch', { options: { require_session_mfa: 'hardware_key_touch' } });
    expect(accessOf(asking, touch).anyRequiresSessionMfa()).toBe(false);
    expect(accessOf(asking, touch).requiresSessionMfa('node', { env: 'prod' }, { login: 'root' })).toBe(false);
  });
});

test('checks ten thousand servers against five roles fast', () => {
  const servers = Array.from({ length: 10_000 }, (_, n) => ({
    env: ['prod', 'staging', 'qa', 'dev'][n % 4] ?? '',
    team: ['core', 'web', 'data', 'ml', 'infra'][n % 5] ?? '',
    rack: `r${n % 40}`,
    serial: String(n),
  }));
  const access = accessOf(
    role('a', { allow: { logins: ['root'], node_labels: { env: 'prod', team: ['core', 'web'] } } }),
    role('b', { allow: { logins: ['root'], node_labels: { team: '{{internal.logins}}', rack: 'r1*' } } }),
    role('c', { allow: { logins: ['root'], node_labels: { rack: '^r(1|2)[0-9]$', serial: '*7' } } }),
    role('d', {
      allow: { logins: ['root'], node_labels_expression: 'labels["env"] == "dev" && labels["team"] != "ml"' },
    }),
    role('e', { deny: { node_labels: { rack: 'r0*' }, logins: ['nobody'] } }),
  );
  const ms = Array.from({ length: 10 }, () => {
    const spentMs = cpuClock();
    const reached = servers.filter((labels) => access.resource('node', labels).ok).length;
    expect(reached).toBeGreaterThan(0);
    return spentMs();
  });
  // About 8 ms on an idle machine. Compiling a selector for each server would take a second.
  expect(Math.min(...ms)).toBeLessThan(150);
});
