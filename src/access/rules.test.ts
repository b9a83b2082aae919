import { describe, expect, test } from 'vitest';
import { createAccess } from './access.ts';
import { toRole } from './role.ts';

type Rules = readonly object[];
const role = (name: string, allow: Rules, deny: Rules = []) =>
  toRole({ kind: 'role', version: 'v6', metadata: { name }, spec: { allow: { rules: allow }, deny: { rules: deny } } });
const accessOf = (...roles: ReturnType<typeof role>[]) =>
  createAccess({ userName: 'ada', roles, traits: { team: ['core'] } });
const rule = (resources: string | string[], verbs: string | string[], where?: string) => ({
  resources: [resources].flat(),
  verbs: [verbs].flat(),
  ...(where !== undefined && { where }),
});

const verbs: [string, Rules, kind: string, verb: string, ok: boolean][] = [
  ['a rule grants its verb', [rule('user', 'list')], 'user', 'list', true],
  ['a rule does not grant other verbs', [rule('user', 'list')], 'user', 'read', false],
  ['a rule does not grant other kinds', [rule('user', 'list')], 'role', 'list', false],
  ['a rule with * grants any verb', [rule('user', '*')], 'user', 'delete', true],
  ['a rule for * grants any kind', [rule('*', 'list')], 'user', 'list', true],
  ['a rule grants each of its kinds', [rule(['role', 'user'], ['read', 'list'])], 'user', 'list', true],
  ['read includes reading without secrets', [rule('github', 'read')], 'github', 'readnosecrets', true],
  ['reading without secrets does not include read', [rule('github', 'readnosecrets')], 'github', 'read', false],
  ['a rule for all connectors covers one kind of connector', [rule('auth_connector', 'list')], 'github', 'list', true],
  [
    'a rule for one kind of connector does not cover all connectors',
    [rule('github', 'list')],
    'auth_connector',
    'list',
    false,
  ],
  ['a rule for every kind covers every kind', [rule('*', '*')], '*', 'list', true],
  ['a rule for one kind does not cover every kind', [rule('user', '*')], '*', 'list', false],
  ['kinds and verbs are not patterns', [rule('u*', '*')], 'user', 'list', false],
];

describe('rules', () => {
  for (const [what, allow, kind, verb, ok] of verbs) {
    test(what, () => expect(accessOf(role('ops', allow)).rule(kind, verb).ok).toBe(ok));
  }
});

test('a denial has the message of the reference', () => {
  expect(accessOf().rule('user', 'list')).toEqual({
    ok: false,
    cause: 'none',
    message: 'access denied to perform action "list" on "user"',
  });
  expect(accessOf().rule('github', 'list')).toMatchObject({
    message: 'access denied to perform action "list" on "auth_connector"',
  });
});

test('the verdict names the allowing line', () => {
  const access = accessOf(role('ops', [rule('role', '*'), rule('user', 'list')]));
  expect(access.rule('user', 'list')).toEqual({ ok: true, by: [{ role: 'ops', path: 'spec.allow.rules[1]' }] });
});

test('deny takes precedence over allow in any role, and the verdict names it', () => {
  const access = accessOf(role('ops', [rule('*', '*')]), role('careful', [], [rule('user', 'delete')]));
  expect(access.rule('user', 'delete')).toMatchObject({
    ok: false,
    cause: 'deny',
    by: [{ role: 'careful', path: 'spec.deny.rules[0]' }],
  });
  expect(access.rule('user', 'list').ok).toBe(true);
});

test('deny for one kind of connector takes precedence over allow for all kinds', () => {
  const access = accessOf(role('ops', [rule('auth_connector', '*')], [rule('github', 'read')]));
  expect(access.rule('github', 'read')).toMatchObject({ ok: false, cause: 'deny' });
  expect(access.rule('github', 'readnosecrets')).toMatchObject({ ok: false, cause: 'deny' });
  expect(access.rule('github', 'list').ok).toBe(true);
  expect(access.rule('oidc', 'read').ok).toBe(true);
});

describe('the order of rules', () => {
  test('checks a rule with a condition before one for the same kind without', () => {
    const access = accessOf(role('ops', [rule('session', 'list'), rule('session', 'list', 'equals("a", "a")')]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('checks rules for the kind before rules for all kinds, with or without conditions', () => {
    const access = accessOf(role('ops', [rule('*', '*', 'equals("a", "a")'), rule('session', ['list', 'read'])]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('checks a rule for one kind before a rule for several', () => {
    const access = accessOf(role('ops', [rule(['session', 'event'], 'list'), rule('session', 'list')]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });
});

describe('conditions', () => {
  const own = rule('session', 'list', 'contains(session.participants, user.metadata.name)');

  test('are evaluated for the item', () => {
    const access = accessOf(role('ops', [own]));
    expect(access.rule('session', 'list', { session: { participants: ['ada', 'bob'] } }).ok).toBe(true);
    expect(access.rule('session', 'list', { session: { participants: ['bob'] } }).ok).toBe(false);
    expect(access.rule('session', 'list').ok).toBe(false);
  });

  test('that do not match continue with the next rules', () => {
    const access = accessOf(role('ops', [own, rule('*', 'list')]));
    expect(access.rule('session', 'list')).toMatchObject({ ok: true, by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('with an error fail the check and name the rule', () => {
    const access = accessOf(role('ops', [rule('session', 'list', 'nonsense(1'), rule('*', '*')]));
    const verdict = access.rule('session', 'read');
    expect(verdict).toMatchObject({ ok: false, cause: 'fault', by: [{ role: 'ops', path: 'spec.allow.rules[0]' }] });
    expect(access.rule('event', 'read').ok).toBe(true);
  });

  test('with an error in deny fail the check', () => {
    const access = accessOf(role('ops', [rule('*', '*')], [rule('session', 'delete', 'nonsense.x')]));
    expect(access.rule('session', 'list')).toMatchObject({ ok: false, cause: 'fault' });
  });
});

describe('whether any item of a kind could be allowed', () => {
  const access = accessOf(
    role(
      'ops',
      [rule('session', 'list', 'nonsense('), rule('event', '*')],
      [rule('event', 'list', 'x'), rule('event', 'create')],
    ),
  );
  test('treats conditions of allow as met', () => expect(access.couldBeAllowed('session', 'list')).toBe(true));
  test('ignores deny with a condition', () => expect(access.couldBeAllowed('event', 'list')).toBe(true));
  test('applies deny without a condition', () => expect(access.couldBeAllowed('event', 'create')).toBe(false));
  test('denies a kind that no role allows', () => expect(access.couldBeAllowed('role', 'list')).toBe(false));
});

test('the built-in role gives all users its permissions and no others', () => {
  const access = accessOf();
  for (const kind of ['node', 'app_server', 'db', 'kube_cluster', 'windows_desktop', 'ssh_session'])
    for (const verb of ['list', 'read']) expect(access.rule(kind, verb).ok).toBe(true);
  for (const kind of ['user', 'role', 'session', 'event', 'db_service'])
    expect(access.rule(kind, 'list').ok).toBe(false);
  expect(access.rule('node', 'delete').ok).toBe(false);
  expect(access.rule('cert_authority', 'readnosecrets').ok).toBe(true);
  expect(access.rule('cert_authority', 'read').ok).toBe(false);
  expect(access.rule('usage_event', 'create').ok).toBe(true);
});

test('a role can deny permissions of the built-in role', () => {
  expect(accessOf(role('blind', [], [rule('node', 'list')])).rule('node', 'list').ok).toBe(false);
});
