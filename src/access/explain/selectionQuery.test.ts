import { expect, test } from 'vitest';
import { evaluatePredicate } from '../../wire/predicate/evaluate.ts';
import { parsePredicate } from '../../wire/predicate/query.ts';
import { createAccess } from '../access.ts';
import { toRole } from '../role.ts';
import { selectionQuery } from './selectionQuery.ts';

const role = (allow: object, deny: object = {}) =>
  toRole({ version: 'v6', metadata: { name: 'r' }, spec: { allow: { node_labels: allow }, deny } });

const SETS = ['dev', 'prod', undefined].flatMap((env) =>
  ['pay', 'web', undefined].map((team) => ({ ...(env && { env }), ...(team && { team }) })),
);

test.each([
  [role({ env: 'prod', team: ['pay', 'web'] })],
  [role({ env: '*' })],
  [role({ '*': '*' })],
  [role({ env: ['dev', 'prod'] }, { node_labels: { team: 'web' } })],
  [role({ '*': '*' }, { node_labels: { env: 'prod', team: 'pay' } })],
])('the query finds the resources that the role grants (%#)', (given) => {
  const query = selectionQuery(given, 'node');
  const parsed = parsePredicate(query === '' ? 'search()' : (query ?? ''));
  for (const labels of SETS) {
    const found =
      query === '' ||
      (parsed.ok && evaluatePredicate(parsed.ast, { name: 'n', labels, resource: undefined, searchValues: [] }));
    expect(found, JSON.stringify(labels)).toBe(
      createAccess({ userName: 'a', roles: [given], traits: {} }).resource('node', labels).ok,
    );
  }
});

test.each([
  [role({ env: 'pro*' })],
  [role({ env: '^a$' })],
  [role({ env: '{{external.env}}' })],
  [role({})],
  [role({ env: 'prod' }, { node_labels_expression: 'labels["x"] == "y"' })],
  [role({ env: 'prod' }, { node_labels: { '*': '*' } })],
])('has no query for selectors of other forms (%#)', (given) => expect(selectionQuery(given, 'node')).toBeUndefined());
