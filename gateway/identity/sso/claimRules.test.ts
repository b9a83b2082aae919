import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { compileClaimRule, matchClaims, traitsOf } from './claimRules.ts';

const rolesFor = async (value: string, given: string[], groups: unknown) =>
  (await matchClaims([{ claim: 'groups', value, roles: given }], { groups })).matches.flatMap(({ roles }) => roles);

describe('a rule', () => {
  test.each<[value: string, claim: unknown]>([
    ['admins', ['users', 'admins']],
    ['admins', 'admins'],
    ['team-*', ['team-web']],
    ['*', ['any\nthing']],
    ['^team-(web|db)$', ['team-db']],
    ['a.b+c', 'a.b+c'],
    ['*admins*', `${'users,'.repeat(1000)}admins`],
  ])('with %j matches %j', async (value, claim) => {
    expect(await rolesFor(value, ['access'], claim)).toEqual(['access']);
  });
  test.each<[value: string, claim: unknown]>([
    ['admins', ['administrators', 'xadmins', 'adminsx']],
    ['admins', ['Admins']],
    ['a.b', ['axb']],
    ['^team-(web|db)$', ['team-dba', 'a team-db']],
    ['team-*', ['my team-web']],
    ['true', true],
    ['1', 1],
    ['*', { admins: true }],
    ['*', undefined],
    ['*', ''],
  ])('with %j does not match %j', async (value, claim) => {
    expect(await rolesFor(value, ['access'], claim)).toEqual([]);
  });
  test.each<[value: string, given: string, claim: string, expected: string[]]>([
    ['team-*', '$1', 'team-web', ['web']],
    ['team-*', 'dev-${1}-x', 'team-web', ['dev-web-x']],
    ['^(\\w+)@(\\w+)$', '${2}-$1', 'ann@ops', ['ops-ann']],
    ['team-*', '$1', 'team-', []],
    ['admins', '$1', 'admins', []],
  ])('with %j maps the role %j for %j to %j', async (value, given, claim, expected) => {
    expect(await rolesFor(value, [given], claim)).toEqual(expected);
  });
  test('is reported by its index, and the roles of all matching rules are combined', async () => {
    const { matches } = await matchClaims(
      [
        { claim: 'groups', value: 'nobody', roles: ['a'] },
        { claim: 'groups', value: 'ops', roles: ['b'] },
        { claim: 'department', value: '*', roles: ['c'] },
      ],
      { groups: ['ops'], department: 'it' },
    );
    expect(matches).toEqual([
      { rule: 1, claim: 'groups', value: 'ops', roles: ['b'] },
      { rule: 2, claim: 'department', value: 'it', roles: ['c'] },
    ]);
  });
  test('that differs from a claim only in case is reported as a near miss', async () => {
    const { matches, nearMisses } = await matchClaims([{ claim: 'groups', value: 'Admins', roles: ['a'] }], {
      groups: ['admins'],
    });
    expect(matches).toEqual([]);
    expect(nearMisses).toEqual([{ rule: 0, claim: 'groups', value: 'admins' }]);
  });
  test('does not read inherited properties', async () => {
    expect((await matchClaims([{ claim: 'constructor', value: '*', roles: ['a'] }], {})).matches).toEqual([]);
  });
  test('with an invalid expression is reported', () => {
    expect(compileClaimRule({ value: '^(a$' })).toMatchObject({ ok: false });
  });
});

test('claims about the user become traits, claims about the token do not', () => {
  expect(
    traitsOf({
      ...{ iss: 'https://idp', aud: 'x', exp: 1, nonce: 'n', sub: '42', email: 'ann@example.com' },
      ...{ groups: ['a', 'b', 3], email_verified: true, logins: ['ann'], none: [], empty: '', deep: { a: 'b' } },
    }),
  ).toEqual({ sub: ['42'], email: ['ann@example.com'], groups: ['a', 'b'], logins: ['ann'] });
});

test.each(['group-of-people-', 'group-*-people-'])(
  'matches many rules %s… with many groups in less than half a second',
  async (name) => {
    const rules = Array.from({ length: 300 }, (_, n) => ({ claim: 'groups', value: `${name}${n}`, roles: ['a'] }));
    const groups = Array.from({ length: 500 }, (_, n) => `group-of-people-${n * 2}`);
    await matchClaims(rules.slice(0, 10), { groups });
    const spentMs = cpuClock();
    expect((await matchClaims(rules, { groups })).matches).toHaveLength(150);
    expect(spentMs()).toBeLessThan(500);
  },
);

test('yields to the event loop while it matches twenty expressions with twenty thousand groups', async () => {
  const rules = Array.from({ length: 20 }, (_, n) => ({ claim: 'groups', value: `^cn=.*-${n},.*$`, roles: ['a'] }));
  const groups = Array.from({ length: 20_000 }, (_, n) => `cn=group-${n},ou=groups,dc=example,dc=com`);
  const matching = matchClaims(rules, { groups });
  const isOver = matching.then(() => true);
  const isNextTurn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  const shares: number[] = [];
  for (let spentMs = cpuClock(); !(await Promise.race([isOver, isNextTurn()])); spentMs = cpuClock())
    shares.push(spentMs());
  expect((await matching).matches).toHaveLength(20);
  expect(shares.toSorted((a, b) => a - b).at(Math.floor(shares.length * 0.9))).toBeLessThan(50);
  expect(shares.length).toBeGreaterThan(5);
});
