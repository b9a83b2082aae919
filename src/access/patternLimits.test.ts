import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { checkPatternLimits } from './patternLimits.ts';
import { toRole } from './role.ts';

const check = (allow: object) =>
  checkPatternLimits(toRole({ kind: 'role', version: 'v6', metadata: { name: 'r' }, spec: { allow } }));

test('accepts realistic patterns', () => {
  expect(
    check({
      node_labels: { env: ['^(dev|qa|staging)-[a-z]+-[0-9]{1,4}$', 'prod'], team: '^.*$' },
      app_labels_expression: 'regexp.match(labels["env"], "^(dev|qa)$") && contains(user.spec.traits["team"], "core")',
    }),
  ).toBeUndefined();
  expect(check({ node_labels: { rack: Array.from({ length: 500 }, (_, i) => `^r${i}$`) } })).toBeUndefined();
});

test.each([
  [{ node_labels: { rack: Array.from({ length: 100 }, (_, i) => `^[a-z]{500}${i}$`) } }],
  [{ db_labels_expression: Array.from({ length: 100 }, () => 'regexp.match(labels.a, "[a-z]{500}")').join(' || ') }],
  [{ logins: Array.from({ length: 100 }, (_, i) => `{{regexp.replace(external.a, "[a-z]{500}${i}", "b")}}`) }],
  [{ node_labels: { env: Array.from({ length: 100 }, () => '{{regexp.replace(external.a, "[a-z]{500}", "b")}}') } }],
  [
    {
      kubernetes_resources: Array.from({ length: 100 }, () => ({ kind: 'pod', namespace: '^[a-z]{500}$', name: '*' })),
    },
  ],
])('rejects patterns that take long to compile', (allow) => expect(check(allow)).toContain('too large'));

test('limits the length of expressions', () => {
  const expression = `labels.a == "${'x'.repeat(30_000)}"`;
  expect(check({ node_labels_expression: expression })).toBeUndefined();
  expect(check({ node_labels_expression: expression, app_labels_expression: expression })).toContain('50000');
});

test('limits the length of conditions in rules and join policies', () => {
  const where = `equals("${'x'.repeat(30_000)}", "a")`;
  const rule = { resources: ['session'], verbs: ['list'], where };
  expect(check({ rules: [rule] })).toBeUndefined();
  expect(check({ rules: [rule, rule] })).toContain('50000');
  expect(check({ rules: [rule], require_session_join: [{ name: 'a', filter: where }] })).toContain('50000');
});

test('checks unclosed braces fast', () => {
  const ms = cpuClock();
  expect(check({ logins: ['{'.repeat(100_000)] })).toBeUndefined();
  expect(ms()).toBeLessThan(100);
});
