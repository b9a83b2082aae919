import { describe, expect, test } from 'vitest';
import { asksForMore, demandsOf, isMet, unmetDemands, type Attending } from './moderation.ts';
import { toRole } from './role.ts';

const POLICY = { name: 'watch', kinds: ['ssh'], modes: ['moderator'], count: 1 };
const role = (...policies: object[]) =>
  toRole({
    kind: 'role',
    version: 'v6',
    metadata: { name: 'r' },
    spec: { allow: { require_session_join: policies.map((policy) => ({ ...POLICY, ...policy })) } },
  });
const person = (user: string, mode: Attending['mode'] = 'moderator', roles = ['auditor']): Attending => ({
  user,
  mode,
  roles,
});
const unmet = (policies: object[], present: Attending[]) =>
  unmetDemands(demandsOf([role(...policies)], 'ssh'), present).length;

describe('applicable policies', () => {
  test.each([
    ['ssh', ['ssh'], true],
    ['ssh', ['*'], true],
    ['ssh', ['k8s'], false],
    ['ssh', [], false],
    ['k8s', ['k8s', 'ssh'], true],
  ] as const)('for a session of kind %s, a policy for %j applies: %s', (kind, kinds, applies) => {
    expect(demandsOf([role({ kinds })], kind)).toHaveLength(applies ? 1 : 0);
  });

  test('a policy applies in any role version', () => {
    const old = { ...role({}), version: 'v3' };
    expect(demandsOf([old], 'ssh')).toHaveLength(1);
  });

  test.each([
    ['pause', 'pause'],
    ['terminate', 'terminate'],
    ['', 'terminate'],
    ['PAUSE', 'terminate'],
  ])('on_leave %j means %s', (on_leave, onLeave) => {
    expect(demandsOf([role({ on_leave })], 'ssh')[0]?.[0]).toMatchObject({ name: 'watch', count: 1, onLeave });
  });
});

describe('counted participants', () => {
  test.each([
    ['the required mode', {}, person('ada'), true],
    ['another mode', {}, person('ada', 'observer'), false],
    ['one of several required modes', { modes: ['observer', 'peer'] }, person('ada', 'peer'), true],
    ['no mode at all', { modes: [] }, person('ada'), false],
    ['an unknown mode', { modes: ['spectator'] }, person('ada', 'spectator'), false],
    ['a role of the participant', { filter: 'contains(user.roles, "auditor")' }, person('ada'), true],
    ['another role', { filter: 'contains(user.roles, "admin")' }, person('ada'), false],
    ['the long identifier', { filter: 'contains(user.spec.roles, "auditor")' }, person('ada'), true],
    ['the username', { filter: 'equals(user.name, "ada") || equals(user.spec.name, "bob")' }, person('ada'), true],
    ['a filter that excludes the participant', { filter: '!equals(user.name, "ada")' }, person('ada'), false],
    ['a filter of spaces', { filter: '  ' }, person('ada'), true],
    ['a filter with a syntax error', { filter: 'contains(user.roles' }, person('ada'), false],
    ['a filter that is not a condition', { filter: 'user.name' }, person('ada'), false],
    ['a filter with an unknown identifier', { filter: '!equals(user.metadata.name, "x")' }, person('ada'), false],
    ['a filter about a trait', { filter: '!contains(user.spec.traits["a"], "x")' }, person('ada'), false],
  ])('with %s', (_, policy, present, counts) => expect(unmet([policy], [present])).toBe(counts ? 0 : 1));

  test('counts each user once', () => {
    const two = [{ count: 2 }];
    expect(unmet(two, [person('ada')])).toBe(1);
    expect(unmet(two, [person('ada'), person('ada')])).toBe(1);
    expect(unmet(two, [person('ada'), person('bob', 'observer')])).toBe(1);
    expect(unmet(two, [person('ada'), person('bob')])).toBe(0);
    expect(unmet([{ count: 0 }], [])).toBe(0);
  });
});

test('any policy of a role is sufficient, and every role must be satisfied', () => {
  const either = role({ filter: 'equals(user.name, "ada")' }, { filter: 'equals(user.name, "bob")' });
  const also = role({ filter: 'equals(user.name, "eve")' });
  const demands = demandsOf([either, role(), also], 'ssh');
  expect(demands.map((demand) => demand.length)).toEqual([2, 1]);
  expect(unmetDemands(demands, [person('bob')])).toEqual([demands[1]]);
  expect(unmetDemands(demands, [person('eve')])).toEqual([demands[0]]);
  expect(unmetDemands(demands, [person('ada'), person('eve')])).toEqual([]);
  expect(demands[0]?.map((policy) => isMet(policy, [person('bob')]))).toEqual([false, true]);
});

test('one participant may satisfy several roles', () => {
  expect(unmetDemands(demandsOf([role({}), role({})], 'ssh'), [person('ada')])).toEqual([]);
});

test.each([
  ['the same demand', [role({})], false],
  ['a removed demand', [], false],
  ['an added demand', [role({}), role({ count: 2 })], true],
  ['another filter', [role({ filter: 'contains(user.roles, "auditor")' })], true],
])('compares roles: %s', (_, now, more) => {
  expect(asksForMore(demandsOf([role({})], 'ssh'), demandsOf(now, 'ssh'))).toBe(more);
});
