import { expect, test } from 'vitest';
import { saveUserBody, toUser } from './users.ts';

test('always sends traits, because newer clusters delete omitted traits', () => {
  expect(saveUserBody({ name: 'ann', roles: ['access'] })).toEqual({ name: 'ann', roles: ['access'], traits: {} });
});

test('converts trait names between templates and the API, and sends emptied traits as empty lists', () => {
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

test('sorts roles', () => {
  expect(toUser({ name: 'ann', roles: ['editor', 'access', 'auditor'] }).roles).toEqual([
    'access',
    'auditor',
    'editor',
  ]);
});

test('traits from a list are unknown, not empty', () => {
  expect(toUser({ name: 'ann', roles: ['access'], authType: 'github' }).traits).toBeUndefined();
});
