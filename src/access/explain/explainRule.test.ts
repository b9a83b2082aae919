import { describe, expect, test } from 'vitest';
import { toRole } from '../role.ts';
import { ruleAnswerOf } from './answer.ts';
import { explainRule } from './explainRule.ts';

const role = (name: string, allow: object[], deny: object[] = []) =>
  toRole({ version: 'v6', metadata: { name }, spec: { allow: { rules: allow }, deny: { rules: deny } } });
const editor = role('editor', [
  { resources: ['role', 'user'], verbs: ['list', 'read'] },
  { resources: ['*'], verbs: ['update'] },
]);
const own = role('own', [
  { resources: ['session'], verbs: ['read'], where: 'contains(session.participants, user.metadata.name)' },
]);
const ask = (roles: ReturnType<typeof role>[], kind: string, verb: string) =>
  explainRule({ userName: 'ada', roles, traits: {}, kind, verb });

test('names the rule that allows the action and other rules for the kind', () => {
  const { verdict, parts } = ask([editor], 'role', 'update');
  expect(verdict.ok).toBe(true);
  expect(parts[0]).toEqual({
    role: 'editor',
    stand: 'allows',
    marks: [
      { path: ['spec', 'allow', 'rules', 0], effect: 'gives', words: 'list, read' },
      { path: ['spec', 'allow', 'rules', 1], effect: 'yes', words: 'update on role' },
    ],
  });
});

test('a denial takes precedence and is listed first', () => {
  const { verdict, parts } = ask(
    [editor, role('no', [], [{ resources: ['role'], verbs: ['update'] }])],
    'role',
    'update',
  );
  expect(verdict.ok).toBe(false);
  expect(parts.map((part) => [part.role, part.stand])).toEqual([
    ['no', 'denies'],
    ['editor', 'allows'],
  ]);
});

test('permissions of all users come from the built-in role', () => {
  expect(ask([], 'node', 'list')).toMatchObject({ verdict: { ok: true }, parts: [{ role: 'default-implicit-role' }] });
  expect(ask([], 'role', 'list').parts).toEqual([]);
});

test('a condition on the item denies without an item and is reported', () => {
  const { verdict, parts, conditions } = ask([own], 'session', 'read');
  const where = 'contains(session.participants, user.metadata.name)';
  expect([verdict.ok, parts[0]?.stand, conditions]).toEqual([
    false,
    'reaches',
    [{ role: 'own', side: 'allow', where }],
  ]);
  expect(ask([editor], 'role', 'update').conditions).toEqual([]);
});

test('ignores a condition that other rules make irrelevant', () => {
  const auditor = role('auditor', [{ resources: ['session'], verbs: ['read'] }]);
  expect(ask([own, auditor], 'session', 'read')).toMatchObject({ verdict: { ok: true }, conditions: [] });
  const no = role('no', [], [{ resources: ['session'], verbs: ['read'] }]);
  expect(ask([own, no], 'session', 'read')).toMatchObject({ verdict: { ok: false }, conditions: [] });
  expect(ask([own], 'session', 'list').conditions).toEqual([]);
});

test('the explanation of a verdict that depends on the item names the conditions', () => {
  const some = role(
    'some',
    [{ resources: ['session'], verbs: ['read'] }],
    [{ resources: ['session'], verbs: ['read'], where: 'equals(session.login, "root")' }],
  );
  expect(ruleAnswerOf('ada', 'session', 'read', ask([own], 'session', 'read'))).toEqual({
    verdict: 'depends',
    title: 'Depends on the item: ada has session: read for some',
    why: 'own allows it only where contains(session.participants, user.metadata.name).',
  });
  expect(ruleAnswerOf('ada', 'session', 'read', ask([some], 'session', 'read'))).toMatchObject({
    verdict: 'depends',
    why: 'some denies it where equals(session.login, "root").',
  });
});

test('a rule for all connectors covers each kind of connector', () => {
  const all = role('sso', [{ resources: ['auth_connector'], verbs: ['read'] }]);
  expect(ask([all], 'github', 'read')).toMatchObject({ verdict: { ok: true }, parts: [{ stand: 'allows' }] });
});

test('ignores a denial whose condition refers to a document that is not available', () => {
  const where = 'equals(resource.metadata.name, "guarded")';
  const guard = role('guard', [], [{ resources: ['role'], verbs: ['update'], where }]);
  expect(ask([editor, guard], 'role', 'update')).toMatchObject({ verdict: { ok: true }, conditions: [] });
  const some = role('some', [{ resources: ['session'], verbs: ['list'], where: 'equals(resource.kind, "x")' }]);
  expect(ask([some], 'session', 'list')).toMatchObject({ verdict: { ok: false }, conditions: [] });
  const authority = role('authority', [{ resources: ['cert_authority'], verbs: ['create'], where }]);
  expect(ask([authority], 'cert_authority', 'create').conditions).toEqual([
    { role: 'authority', side: 'allow', where },
  ]);
});

describe('the explanation agrees with the verdict', () => {
  const why = (roles: ReturnType<typeof role>[], kind: string, verb: string) =>
    ruleAnswerOf('ada', kind, verb, ask(roles, kind, verb));

  test('a condition with an error fails every verb of its kind', () => {
    const bad = role('bad', [{ resources: ['user'], verbs: ['list'], where: 'bad(' }]);
    const explained = ask([bad, role('good', [{ resources: ['user'], verbs: ['update'] }])], 'user', 'update');
    expect(explained.verdict).toMatchObject({ ok: false, cause: 'fault' });
    expect(explained.parts[0]).toMatchObject({ role: 'bad', stand: 'faulty' });
    expect(ruleAnswerOf('ada', 'user', 'update', explained).why).toBe(
      'A condition of bad has an error, and every check of user fails because of it.',
    );
    expect(why([role('no', [], [{ resources: ['user'], verbs: ['list'], where: 'bad(' }])], 'user', 'update').why).toBe(
      'A condition of no has an error, and every check of user fails because of it.',
    );
  });

  test('rules for all connectors apply only if no rule decides for the kind', () => {
    const github = role('github', [{ resources: ['github'], verbs: ['create'] }]);
    const none = role('none', [], [{ resources: ['auth_connector'], verbs: ['*'] }]);
    const explained = ask([github, none], 'github', 'create');
    expect(explained.verdict.ok).toBe(true);
    expect(explained.parts.map((part) => [part.role, part.stand])).toEqual([
      ['github', 'allows'],
      ['none', 'apart'],
    ]);
    expect(ask([none], 'github', 'create').parts).toMatchObject([{ role: 'none', stand: 'denies' }]);
    const all = role('all', [{ resources: ['auth_connector'], verbs: ['create'] }]);
    expect(ask([all], 'github', 'create').parts).toMatchObject([{ role: 'all', stand: 'allows' }]);
  });

  test('quoted text in a condition is not a reference to the item', () => {
    const where = 'contains(user.spec.traits["groups"], "session")';
    const { conditions, verdict } = ask(
      [role('own', [{ resources: ['lock'], verbs: ['read'], where }])],
      'lock',
      'read',
    );
    expect([verdict.ok, conditions]).toEqual([false, []]);
  });
});
