import { expect, test } from 'vitest';
import { KNOWN_ROLES, sentenceLines } from '../../../../tests/support/knownRoles.ts';
import { presetRoles } from '../../../access/presets.ts';
import { toRole } from '../../../access/role.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import role from './role.kind.ts';

const all = (json: unknown) => [role.validate?.(json) ?? []].flat();
const first = (json: unknown) => all(json)[0];
const document = (spec: object, version = 'v6') => ({ kind: 'role', version, metadata: { name: 'dev' }, spec });

test.each([
  [document({ allow: { logins: 'root' } }), 'spec.allow.logins'],
  [document({ allow: { logins: ['*'] } }), 'spec.allow.logins'],
  [document({ deny: { rules: [{ resources: ['role'], verbs: ['read'] }, { verbs: ['read'] }] } }), 'spec.deny.rules.1'],
  [document({ options: { lock: 'always' } }), 'spec.options.lock'],
  [document({ options: { max_session_ttl: 'soon' } }), 'spec.options.max_session_ttl'],
  [document({}, 'v2'), 'version'],
  [document({ allow: { logins: ['root'], node_labels: { '*': 'prod' } } }), 'spec.allow.node_labels.*'],
  [document({ deny: { kubernetes_resources: [{ kind: 'pod', namespace: 'a' }] } }), 'spec.deny.kubernetes_resources.0'],
])('reports %j as an error at %s', (json, path) => {
  expect(first(json)).toMatchObject({ severity: 'error', path: expect.anything() });
  expect(first(json)?.path.join('.')).toBe(path);
});

test('only warns about values of another edition or of a newer server', () => {
  expect(first(document({ options: { max_sessions: 3 } }))).toMatchObject({ severity: 'warning' });
  expect(first(document({}, 'v7'))).toMatchObject({ severity: 'warning', path: ['version'] });
  expect(first(document({ allow: { logins: ['*'] } }, 'v7'))).toMatchObject({ severity: 'error' });
});

test('warns that a cluster ignores the gateway’s option', () => {
  const readOnly = document({ options: { db_read_only: true } });
  expect(first(readOnly)).toMatchObject({
    severity: 'warning',
    path: ['spec', 'options', 'db_read_only'],
    message: 'This cluster does not have the option: users of the role can write to databases',
  });
  expect(first(document({ options: { db_read_only: false } }))).toBeUndefined();
  serverBehaviour.isGateway = true;
  expect(first(readOnly)).toBeUndefined();
  serverBehaviour.isGateway = false;
});

test('warns about options that the gateway stores but does not apply, and not about preset roles', () => {
  const options = { create_host_user: true, max_kubernetes_connections: 2, device_trust_mode: 'required' };
  const promising = document({ options, allow: { request: { roles: ['dba'] } } });
  expect(all(promising)).toEqual([]);
  serverBehaviour.isGateway = true;
  expect(all(promising).map(({ severity, path }) => `${severity} ${path.join('.')}`)).toEqual([
    'warning spec.options.create_host_user',
    'warning spec.options.max_kubernetes_connections',
    'warning spec.options.device_trust_mode',
    'warning spec.allow.request',
  ]);
  expect(all(document({ options: { device_trust_mode: 'optional', create_host_user: false } }))).toEqual([]);
  const inPresets = presetRoles().flatMap(({ document: preset }) => all(preset));
  expect(inPresets.filter(({ message }) => message.includes('gateway'))).toEqual([]);
  serverBehaviour.isGateway = false;
});

test('checks Kubernetes resources by role version and leaves newer versions to newer servers', () => {
  const secrets = { allow: { kubernetes_resources: [{ kind: '*', namespace: 'a', name: '*', verbs: ['get'] }] } };
  const nodes = { deny: { kubernetes_resources: [{ kind: 'kube_node', name: 'a' }] } };
  const plural = { allow: { kubernetes_resources: [{ kind: 'pods', namespace: 'a', name: '*', api_group: '' }] } };
  for (const spec of [secrets, nodes]) {
    expect(first(document(spec, 'v7'))).toMatchObject({ severity: 'warning', path: ['version'] });
    expect(first(document(spec, 'v6'))).toMatchObject({ severity: 'error' });
  }
  const newest = first(document(plural, 'v8'));
  expect(newest).toMatchObject({ severity: 'warning', message: 'Servers before 18.0 refuse roles of this version' });
  expect(first(document({}, 'v9'))).toMatchObject({ severity: 'error', path: ['version'] });
});

const EDITOR = presetRoles().find(({ document }) => toRole(document).metadata.name === 'editor')?.document;
const bare = { kind: 'role', version: 'v6', metadata: { name: 'editor' }, spec: {} };

test('a change that removes permissions of the user reports that first', () => {
  const own = (names: string[]) => sentenceLines(role.review?.(EDITOR, bare, { roles: KNOWN_ROLES, own: names }));
  expect(own(['editor'])[0]).toMatch(/^! You can no longer change roles, users/);
  expect(own(['access'])[0]).toMatch(/^May no longer/);
});

test('on a cluster a change takes effect with the next page load and not for open sessions', () => {
  expect(role.takesEffect).toMatch(/^Takes effect with the next page load\. Open sessions keep/);
});

test('returns requestable roles that are exact names', () => {
  const spec = { allow: { request: { roles: ['ops', 'dev-*', '{{external.role}}', '^a$'] } } };
  expect(role.roleNames?.(document(spec))).toEqual([{ name: 'ops', path: ['spec', 'allow', 'request', 'roles', 0] }]);
});

test('warns about an invalid regular expression in a label value at its path', () => {
  const fault = first(document({ allow: { logins: ['a'], node_labels: { env: ['dev', '^(prod$'] } } }));
  expect(fault).toMatchObject({ severity: 'warning', path: ['spec', 'allow', 'node_labels', 'env', 1] });
});

test.each([
  [{ allow: { logins: ['root', 'a b'] } }, 'spec.allow.logins.1', '“a b” has no effect: it is not a valid login'],
  [
    { deny: { windows_desktop_logins: ['x@y', 'a/b'] } },
    'spec.deny.windows_desktop_logins.1',
    '“a/b” has no effect: it is not a valid login',
  ],
  [
    { deny: { rules: [{ resources: ['auth_connector', 'saml'], verbs: ['*'] }] } },
    'spec.deny.rules.0.resources',
    'Roles that allow github or oidc override this: deny github and oidc too',
  ],
  [
    { allow: { rules: [{ resources: ['user'], verbs: ['list'], where: 'user.metadata.name' }] } },
    'spec.allow.rules.0.where',
    'Every check of these resources fails here: the expression is not a condition',
  ],
])('%j has a warning that the server does not give, at %s', (spec, path, message) => {
  const fault = first(document(spec));
  expect(fault).toMatchObject({ severity: 'warning', message });
  expect(fault?.path.join('.')).toBe(path);
});

test('reports several problems, one per path, at most 200', () => {
  const rules = [{ resources: ['user'] }, { verbs: ['read'] }, { resources: ['role'], verbs: ['list'], where: 'x(' }];
  const spec = {
    allow: { logins: ['*', 'a b'], windows_desktop_logins: ['a/b', 'c', 'd/e'], node_labels: { e: '^($' }, rules },
    options: { lock: 'always', enhanced_recording: ['sound'] },
  };
  expect(all(document(spec)).map(({ severity, path }) => `${severity} ${path.join('.')}`)).toEqual([
    'error spec.options.enhanced_recording',
    'error spec.options.lock',
    'error spec.allow.logins',
    'error spec.allow.rules.0',
    'error spec.allow.rules.1',
    'warning spec.allow.node_labels.e',
    'warning spec.allow.windows_desktop_logins.0',
    'warning spec.allow.windows_desktop_logins.2',
    'warning spec.allow.rules.2.where',
  ]);
  expect(all(document({ allow: { logins: Array.from({ length: 60_000 }, (_, i) => `a ${i}`) } })).length).toBe(200);
});
