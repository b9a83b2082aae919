import { expect, test } from 'vitest';
import { saveUserBody, toUser } from './users.ts';

test('traits are always named: newer clusters wipe those that a body does not speak of', () => {
  expect(saveUserBody({ name: 'ann', roles: ['access'] })).toEqual({ name: 'ann', roles: ['access'], traits: {} });
});

test('traits have the names of templates here and those of the API on the wire; an emptied one is sent empty', () => {
  const user = toUser({
    name: 'ann',
    roles: [],
    authType: 'local',
    traits: { logins: ['ann'], databaseUsers: ['reader'] },
  });
  expect(user.traits).toMatchObject({ logins: ['ann'], db_users: ['reader'], kubernetes_groups: [] });
  expect(saveUserBody({ ...user, traits: { ...user.traits, db_users: [] } })).toMatchObject({
    traits: { logins: ['ann'], databaseUsers: [], kubeGroups: [] },
  });
});

test('roles are sorted', () => {
  expect(toUser({ name: 'ann', roles: ['editor', 'access', 'auditor'] }).roles).toEqual([
    'access',
    'auditor',
    'editor',
  ]);
});

test('a list does not carry traits: they are unknown there, not empty', () => {
  expect(toUser({ name: 'ann', roles: ['access'], authType: 'github' }).traits).toBeUndefined();
});
