import { describe, expect, test } from 'vitest';
import type { Acl } from '../api/can.ts';
import { toConfig } from '../api/config.ts';
import { FLAGS, hiddenBecause, isShown, type Flag } from './features.ts';

const config = toConfig({ isDashboard: true, assistEnabled: true });
const shown = (acl: Acl, of = config) => FLAGS.filter((flag) => isShown(flag, acl, of));

test('without rights nothing is shown', () => {
  expect(shown({})).toEqual([]);
});

test.each<[Flag, Acl]>([
  ['audit', { events: { list: true } }],
  ['recordings', { recordedSessions: { list: true } }],
  ['authConnector', { authConnectors: { list: true } }],
  ['roles', { roles: { list: true } }],
  ['trustedClusters', { trustedClusters: { list: true } }],
  ['users', { users: { list: true } }],
  ['applications', { appServers: { list: true } }],
  ['kubernetes', { kubeServers: { list: true } }],
  ['billing', { billing: { list: true } }],
  ['databases', { dbServers: { list: true } }],
  ['desktops', { desktops: { list: true } }],
  ['activeSessions', { activeSessions: { list: true } }],
  ['accessRequests', { accessRequests: { list: true } }],
  ['newAccessRequest', { accessRequests: { create: true } }],
  ['downloadCenter', { license: { read: true } }],
  ['downloadCenter', { download: { list: true } }],
  ['discover', { tokens: { create: true } }],
  ['plugins', { plugins: { list: true } }],
  ['integrations', { integrations: { list: true } }],
  ['deviceTrust', { deviceTrust: { list: true } }],
  ['locks', { lock: { list: true } }],
  ['newLocks', { lock: { create: true, edit: true } }],
  ['assist', { assist: { list: true } }],
])('%s is shown, and nothing else, with %j', (flag, acl) => expect(shown(acl)).toEqual([flag]));

test('servers also lead to enrolling, integrations to both ways of enrolling them', () => {
  expect(shown({ nodes: { list: true } })).toEqual(['nodes', 'discover']);
  expect(shown({ integrations: { create: true } })).toEqual(['enrollIntegrations', 'enrollIntegrationsOrPlugins']);
  expect(shown({ plugins: { create: true } })).toEqual(['enrollIntegrationsOrPlugins']);
});

test.each(['appServers', 'dbServers', 'kubeServers', 'desktops'] as const)(
  'enrolling takes read and list of %s together',
  (what) => {
    expect(isShown('discover', { [what]: { list: true } }, config)).toBe(false);
    expect(isShown('discover', { [what]: { read: true } }, config)).toBe(false);
    expect(isShown('discover', { [what]: { read: true, list: true } }, config)).toBe(true);
  },
);

describe('what the cluster lacks', () => {
  const plain = toConfig({});
  test('hides Assist and downloads whatever the roles say', () => {
    expect(shown({ assist: { list: true }, license: { read: true } }, plain)).toEqual([]);
    expect(hiddenBecause('assist', { assist: { list: true } }, plain)).toBe('Assist is turned off on this cluster');
  });
});

test('a hidden page names its missing rules', () => {
  expect(hiddenBecause('users', {}, config)).toBe('Your roles lack user: list');
  expect(hiddenBecause('newLocks', { lock: { create: true } }, config)).toBe('Your roles lack lock: update');
  expect(hiddenBecause('downloadCenter', {}, config)).toBe('Your roles lack license: read, or download: list');
});
