import { expect, test } from 'vitest';
import type { TestStep } from '../../api/diagnostics.ts';
import { resultText, shownSteps, statusOf } from './testSteps.ts';
import { missingChoice, toTested } from './testedRow.ts';

const step = (type: string, ok: boolean): TestStep => ({
  type,
  ok,
  details: ok ? 'Works.' : 'Does not work. Check it.',
  error: ok ? '' : 'refused',
});

test('shows all steps of the kind in order, including steps that did not run', () => {
  const test = { id: '1', ok: false, steps: [step('RBAC_NODE', true), step('CONNECTIVITY', false)] };
  expect(shownSteps('node', test).map((shown) => [shown.label, statusOf(shown)])).toEqual([
    ['Your access to the server', 'passed'],
    ['Connection to the server', 'failed'],
    ['Your roles and the login', 'not tested'],
    ['The login on the server', 'not tested'],
  ]);
});

test('shows an unknown step last', () => {
  const test = { id: '1', ok: false, steps: [step('UNKNOWN_ERROR', false), step('NEW', true)] };
  expect(
    shownSteps('db', test)
      .slice(-2)
      .map(({ label }) => label),
  ).toEqual(['Unexpected error', 'NEW']);
});

test('the copied text has details only for failures', () => {
  const test = { id: '1', ok: false, steps: [step('RBAC_NODE', true), step('CONNECTIVITY', false)] };
  expect(resultText('Result', shownSteps('node', test), '2 s')).toBe(`Result (2 s)
Your access to the server: passed
Connection to the server: failed
  Does not work. Check it.
  refused
Your roles and the login: not tested
The login on the server: not tested`);
});

test('each kind has its own inputs', () => {
  const node = toTested({ id: 'a', kind: 'node', hostname: 'web-1', logins: ['root'] });
  expect(node.toTarget({ login: 'root' }, [])).toEqual({ kind: 'node', name: 'web-1', login: 'root' });
  expect(missingChoice(node, {})).toBe('Login');
  const mysql = toTested({ id: 'b', kind: 'db', name: 'shop', protocol: 'mysql', users: [], names: ['x'] });
  expect(mysql.choices.map(({ id }) => id)).toEqual(['user']);
  const kube = toTested({ id: 'c', kind: 'kube_cluster', name: 'eu-1', users: [], groups: ['a'] });
  expect(kube.toTarget({}, ['a'])).toMatchObject({ namespace: 'default', user: '', groups: ['a'] });
  expect(missingChoice(kube, {})).toBeUndefined();
});
