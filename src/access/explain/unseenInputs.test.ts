import { expect, test } from 'vitest';
import { readUser } from '../../api/users.ts';
import { toRole } from '../role.ts';
import { inputsOfKind, inputsOfRules, withoutTraits } from './unseenInputs.ts';

const role = (allow: object, deny: object = {}) =>
  toRole({ version: 'v6', metadata: { name: 'r' }, spec: { allow, deny } });

test('finds traits in labels, names and expressions of allow and deny', () => {
  const roles = [
    role(
      { logins: ['root', '{{email.local(external.mail)}}'], node_labels: { '{{external.key}}': '*' } },
      {
        node_labels: { owner: ['{{external.team}}', '{{internal.logins}}'] },
        node_labels_expression: '!contains(user.spec.traits["groups"], labels["owner"])',
      },
    ),
  ];
  expect(inputsOfKind(roles, 'node')).toEqual({ traits: ['key', 'mail', 'team', 'logins', 'groups'], labels: [] });
  expect(inputsOfKind(roles, 'db')).toEqual({ traits: [], labels: [] });
});

test('finds only labels that lists omit', () => {
  const roles = [
    role(
      { node_labels: { env: 'dev' }, node_labels_expression: 'labels["teleport.internal/x"] == labels["env"]' },
      {
        node_labels: { 'teleport.hidden/tier': 'gold' },
        node_labels_expression: 'contains(labels_matching("teleport.hidden/*"), "x")',
      },
    ),
  ];
  expect(inputsOfKind(roles, 'node').labels).toEqual([
    'teleport.internal/x',
    'teleport.hidden/tier',
    'teleport.hidden/*',
  ]);
});

test('finds traits in conditions of matching rules and ignores an invalid condition', () => {
  const roles = [
    role({
      rules: [
        { resources: ['role'], verbs: ['read'], where: 'contains(user.spec.traits["team"], "ops")' },
        { resources: ['user'], verbs: ['read'], where: 'broken(' },
      ],
    }),
  ];
  expect(inputsOfRules(roles, 'role').traits).toEqual(['team']);
  expect(inputsOfRules(roles, 'user').traits).toEqual([]);
});

test('traits that the server sends are known, also for a user without values', () => {
  const traits = readUser({ name: 'ada', roles: [], authType: 'github', traits: {} }).traits ?? {};
  const unseen = withoutTraits({ traits: ['logins', 'team'], labels: ['l'] }, (name) => Object.hasOwn(traits, name));
  expect(unseen).toEqual({ traits: ['team'], labels: ['l'] });
});
