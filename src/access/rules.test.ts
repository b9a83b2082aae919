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
  ['the verb of a rule is granted', [rule('user', 'list')], 'user', 'list', true],
  ['another verb is not', [rule('user', 'list')], 'user', 'read', false],
  ['another kind is not', [rule('user', 'list')], 'role', 'list', false],
  ['any verb', [rule('user', '*')], 'user', 'delete', true],
  ['any kind', [rule('*', 'list')], 'user', 'list', true],
  ['one of several kinds', [rule(['role', 'user'], ['read', 'list'])], 'user', 'list', true],
  ['read includes reading without secrets', [rule('github', 'read')], 'github', 'readnosecrets', true],
  ['reading without secrets does not include read', [rule('github', 'readnosecrets')], 'github', 'read', false],
  ['connectors of one kind are covered by all connectors', [rule('auth_connector', 'list')], 'github', 'list', true],
  ['but not the other way round', [rule('github', 'list')], 'auth_connector', 'list', false],
  ['a rule for every kind covers every kind', [rule('*', '*')], '*', 'list', true],
  ['a rule for one kind does not cover every kind', [rule('user', '*')], '*', 'list', false],
  ['kinds and verbs are not patterns', [rule('u*', '*')], 'user', 'list', false],
];

describe('rules', () => {
  for (const [what, allow, kind, verb, ok] of verbs) {
    test(what, () => expect(accessOf(role('ops', allow)).rule(kind, verb).ok).toBe(ok));
  }
});

test('a refusal says what was asked in the words of the reference', () => {
  expect(accessOf().rule('user', 'list')).toEqual({
    ok: false,
    cause: 'none',
    message: 'access denied to perform action "list" on "user"',
  });
  expect(accessOf().rule('github', 'list')).toMatchObject({
    message: 'access denied to perform action "list" on "auth_connector"',
  });
});

test('the verdict names the line that grants', () => {
  const access = accessOf(role('ops', [rule('role', '*'), rule('user', 'list')]));
  expect(access.rule('user', 'list')).toEqual({ ok: true, by: [{ role: 'ops', path: 'spec.allow.rules[1]' }] });
});

test('deny wins over the allow of any role, and the verdict names it', () => {
  const access = accessOf(role('ops', [rule('*', '*')]), role('careful', [], [rule('user', 'delete')]));
  expect(access.rule('user', 'delete')).toMatchObject({
    ok: false,
    cause: 'deny',
    by: [{ role: 'careful', path: 'spec.deny.rules[0]' }],
  });
  expect(access.rule('user', 'list').ok).toBe(true);
});

test('denying connectors of one kind wins over granting connectors of all kinds', () => {
  const access = accessOf(role('ops', [rule('auth_connector', '*')], [rule('github', 'read')]));
  expect(access.rule('github', 'read')).toMatchObject({ ok: false, cause: 'deny' });
  expect(access.rule('github', 'readnosecrets')).toMatchObject({ ok: false, cause: 'deny' });
  expect(access.rule('github', 'list').ok).toBe(true);
  expect(access.rule('oidc', 'read').ok).toBe(true);
});

describe('the order of rules', () => {
  test('a rule with a condition is asked before one for the same kind without', () => {
    const access = accessOf(role('ops', [rule('session', 'list'), rule('session', 'list', 'equals("a", "a")')]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('rules that name the kind come before rules for all, whatever their conditions', () => {
    const access = accessOf(role('ops', [rule('*', '*', 'equals("a", "a")'), rule('session', ['list', 'read'])]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('a rule for one kind comes before a rule for several', () => {
    const access = accessOf(role('ops', [rule(['session', 'event'], 'list'), rule('session', 'list')]));
    expect(access.rule('session', 'list')).toMatchObject({ by: [{ path: 'spec.allow.rules[1]' }] });
  });
});

describe('conditions', () => {
  const own = rule('session', 'list', 'contains(session.participants, user.metadata.name)');

  test('are asked about the thing at hand', () => {
    const access = accessOf(role('ops', [own]));
    expect(access.rule('session', 'list', { session: { participants: ['ada', 'bob'] } }).ok).toBe(true);
    expect(access.rule('session', 'list', { session: { participants: ['bob'] } }).ok).toBe(false);
    expect(access.rule('session', 'list').ok).toBe(false);
  });

  test('that fail leave the rules after them a chance', () => {
    const access = accessOf(role('ops', [own, rule('*', 'list')]));
    expect(access.rule('session', 'list')).toMatchObject({ ok: true, by: [{ path: 'spec.allow.rules[1]' }] });
  });

  test('with a mistake make the check fail, and say where', () => {
    const access = accessOf(role('ops', [rule('session', 'list', 'nonsense(1'), rule('*', '*')]));
    const verdict = access.rule('session', 'read');
    expect(verdict).toMatchObject({ ok: false, cause: 'fault', by: [{ role: 'ops', path: 'spec.allow.rules[0]' }] });
    expect(access.rule('event', 'read').ok).toBe(true);
  });

  test('with a mistake in deny make the check fail as well', () => {
    const access = accessOf(role('ops', [rule('*', '*')], [rule('session', 'delete', 'nonsense.x')]));
    expect(access.rule('session', 'list')).toMatchObject({ ok: false, cause: 'fault' });
  });
});

describe('whether anything of a kind could pass', () => {
  const access = accessOf(
    role(
      'ops',
      [rule('session', 'list', 'nonsense('), rule('event', '*')],
      [rule('event', 'list', 'x'), rule('event', 'create')],
    ),
  );
  test('conditions of allow count as met', () => expect(access.couldBeAllowed('session', 'list')).toBe(true));
  test('deny with a condition is left aside', () => expect(access.couldBeAllowed('event', 'list')).toBe(true));
  test('deny without a condition counts', () => expect(access.couldBeAllowed('event', 'create')).toBe(false));
  test('what nobody grants could not pass', () => expect(access.couldBeAllowed('role', 'list')).toBe(false));
});

test('everybody may list what the built-in role says, and no more', () => {
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

test('a role can deny what the built-in role grants', () => {
  expect(accessOf(role('blind', [], [rule('node', 'list')])).rule('node', 'list').ok).toBe(false);
});
