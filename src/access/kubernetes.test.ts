import { describe, expect, test } from 'vitest';
import { createAccess } from './access.ts';
import { chooseKubeIdentity } from './kubernetes.ts';
import { toRole } from './role.ts';

describe('the Kubernetes identity', () => {
  test.each([
    [
      'is the username if roles have only groups',
      [],
      ['dev'],
      undefined,
      { user: 'ann', groups: ['dev'], isOwn: true },
    ],
    ['is the only user', ['u'], [], undefined, { user: 'u', groups: [], isOwn: false }],
    ['is the requested user', ['u', 'v'], ['dev', 'ops'], 'v', { user: 'v', groups: ['dev', 'ops'], isOwn: false }],
    ['is undefined without users and groups', [], [], undefined, undefined],
    ['is undefined until one of several users is selected', ['u', 'v'], ['dev'], undefined, undefined],
    ['is undefined for a user that no role allows', ['u'], ['dev'], 'root', undefined],
    ['is not the username if roles have users', ['u'], ['dev'], 'ann', undefined],
  ])('%s', (_, users, groups, asked, expected) => {
    const choice = chooseKubeIdentity('ann', { users, groups }, asked);
    expect(choice.ok ? choice.identity : undefined).toEqual(expected);
  });
});

const role = (name: string, spec: object, version = 'v6') =>
  toRole({ kind: 'role', version, metadata: { name }, spec });
const pods = (namespace: string, name: string) => [{ kind: 'pod', namespace, name }];
const everywhere = { kubernetes_labels: { '*': '*' } };

function rulesOf(...roles: ReturnType<typeof role>[]) {
  return createAccess({ userName: 'ann', roles, traits: {} }).pods({ env: 'dev' });
}

describe('pods of a cluster', () => {
  test.each([
    ['web', 'web-1', true],
    ['web', 'db-1', false],
    ['other', 'web-1', false],
  ])('%s/%s with globs', (namespace, name, ok) => {
    const rules = rulesOf(role('a', { allow: { ...everywhere, kubernetes_resources: pods('we*', 'web-*') } }));
    expect(rules.judge({ namespace, name }).ok).toBe(ok);
  });

  test('matches regular expressions against the whole name', () => {
    const rules = rulesOf(role('a', { allow: { ...everywhere, kubernetes_resources: pods('^a|b$', '^x[0-9]+$') } }));
    expect(rules.judge({ namespace: 'default', name: 'x12' }).ok).toBe(false);
    const exact = rulesOf(role('a', { allow: { ...everywhere, kubernetes_resources: pods('^(a|b)$', '^x[0-9]+$') } }));
    expect(exact.judge({ namespace: 'b', name: 'x12' }).ok).toBe(true);
    expect(exact.judge({ namespace: 'b', name: 'x12y' }).ok).toBe(false);
  });

  test('a denial takes precedence, also in a role that does not match the cluster', () => {
    const rules = rulesOf(
      role('a', { allow: { ...everywhere, kubernetes_resources: pods('*', '*') } }),
      role('b', { allow: {}, deny: { kubernetes_resources: pods('kube-system', '*') } }),
    );
    expect(rules.judge({ namespace: 'kube-system', name: 'dns' })).toMatchObject({
      ok: false,
      cause: 'deny',
      by: [{ role: 'b', path: 'spec.deny.kubernetes_resources[0]' }],
    });
    expect(rules.judge({ namespace: 'default', name: 'web' }).ok).toBe(true);
    expect(rules.couldSee('kube-system')).toBe(false);
    expect(rules.couldSee('default')).toBe(true);
  });

  test('a role that does not match the cluster allows no pods', () => {
    const rules = rulesOf(
      role('near', { allow: { ...everywhere, kubernetes_resources: pods('near', '*') } }),
      role('far', { allow: { kubernetes_labels: { env: 'prod' }, kubernetes_resources: pods('far', '*') } }),
    );
    expect(rules.judge({ namespace: 'near', name: 'x' }).ok).toBe(true);
    expect(rules.judge({ namespace: 'far', name: 'x' }).ok).toBe(false);
  });

  test('a v6 role without pod rules allows no pods, an older role allows all', () => {
    const pod = { namespace: 'default', name: 'web' };
    expect(rulesOf(role('a', { allow: everywhere })).judge(pod).ok).toBe(false);
    expect(rulesOf(role('a', { allow: everywhere }, 'v5')).judge(pod).ok).toBe(true);
  });

  test('an invalid pattern denies all pods', () => {
    const rules = rulesOf(
      role('a', { allow: { ...everywhere, kubernetes_resources: pods('*', '*') } }),
      role('b', { deny: { kubernetes_resources: pods('^($', '*') } }),
    );
    expect(rules.judge({ namespace: 'default', name: 'web' })).toMatchObject({ ok: false, cause: 'fault' });
    expect(rules.couldSee('default')).toBe(false);
  });
});
