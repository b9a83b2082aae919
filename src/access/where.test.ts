import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { compileWhere } from './where.ts';

const context = {
  user: {
    metadata: { name: 'ada' },
    spec: { roles: ['ops', 'dev'], traits: { 'cost center': ['7'], team: ['core'] } },
  },
  resource: { kind: 'cert_authority', sub_kind: 'host', metadata: { name: 'x', labels: { env: 'prod' } } },
  session: { user: 'ada', participants: ['ada', 'bob'], server_labels: { 'a/b': 'c' }, size: 7 },
  ssh_session: { participants: [] },
};

const cases: [string, boolean][] = [
  ['equals(session.user, user.metadata.name)', true],
  ['equals(session.user, "Ada")', false],
  ['contains(user.spec.roles, "ops")', true],
  ['contains(user.spec.roles, "op")', false],
  ['contains(user.spec.traits["cost center"], "7")', true],
  ['contains(user.spec.traits.team, "core")', true],
  ['equals(session.server_labels["a/b"], `c`)', true],
  ['equals(resource.metadata.labels.env, "prod")', true],
  ['contains(ssh_session.participants, "ada")', false],
  ['contains(session_tracker.participants, "ada")', false],
  ['equals(session.size, "7")', false],
  ['equals(session.nothing, session.nothing)', false],
  ['equals(user.constructor, "x")', false],
  ['!contains(session.participants, "eve") && (equals("a", "b") || equals("a", "a"))', true],
  ['equals("a", "b") || equals("a", "b")', false],
  ['all_end_with(session.participants, "b")', false],
  ['all_end_with(user.spec.roles, "s")', false],
  ['all_end_with("opds", "ds")', true],
  ['all_equal(user.spec.traits["team"], "core")', true],
  ['all_equal(user.spec.roles, "ops")', false],
  ['is_subset(session.participants, "ada", "bob", "eve")', true],
  ['is_subset(session.participants, "ada")', false],
  ['is_subset(session.participants, user.metadata.name, session.participants)', true],
  ['equals(system.catype(), "host")', true],
  ['equals(user.spec.roles, user.spec.roles)', true],
];

for (const [text, holds] of cases) {
  test(`${text} is ${holds}`, () => expect(compileWhere(text)(context)).toEqual({ ok: true, holds }));
}

const faults: [string, string][] = [
  ['nonsense(', 'expected'],
  ['session.user == "ada"', 'unsupported operator: =='],
  ['session.user', 'not a condition'],
  ['nobody.name', 'identifier "nobody.name" is not defined'],
  ['equals(nobody.name, "x")', 'identifier "nobody.name" is not defined'],
  ['has_prefix(session.user, "a")', 'unsupported function: has_prefix'],
  ['equals("a", "a") || session.user', 'not a condition'],
  ['equals(session.size, 7)', 'only strings'],
  ['constructor("a")', 'unsupported function: constructor'],
];

for (const [text, message] of faults) {
  test(`${text} is an error`, () => {
    expect(compileWhere(text)(context)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
}

test('evaluates a subset of thousands of values fast', () => {
  const team = Array.from({ length: 5000 }, (_, i) => `team-${i}`);
  const spentMs = cpuClock();
  const where = compileWhere('is_subset(user.spec.traits.team, user.spec.traits.team)');
  expect(where({ user: { spec: { traits: { team } } } })).toEqual({ ok: true, holds: true });
  expect(spentMs()).toBeLessThan(1000);
});
