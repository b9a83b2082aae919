import { describe, expect, test } from 'vitest';
import type { Acl } from '../api/can.ts';
import { toConfig } from '../api/config.ts';
import { FLAGS, hiddenBecause, isShown, type Flag } from './features.ts';

const config = toConfig({ isDashboard: true, assistEnabled: true });
const shown = (acl: Acl, of = config) => FLAGS.filter((flag) => isShown(flag, acl, of));

test('shows nothing without permissions', () => {
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
])('shows only %s with %j', (flag, acl) => expect(shown(acl)).toEqual([flag]));

test('listing servers also shows enrollment, and creating integrations shows both enrollment pages', () => {
  expect(shown({ nodes: { list: true } })).toEqual(['nodes', 'discover']);
  expect(shown({ integrations: { create: true } })).toEqual(['enrollIntegrations', 'enrollIntegrationsOrPlugins']);
  expect(shown({ plugins: { create: true } })).toEqual(['enrollIntegrationsOrPlugins']);
});

test.each(['appServers', 'dbServers', 'kubeServers', 'desktops'] as const)(
  'enrollment requires both read and list of %s',
  (what) => {
    expect(isShown('discover', { [what]: { list: true } }, config)).toBe(false);
    expect(isShown('discover', { [what]: { read: true } }, config)).toBe(false);
    expect(isShown('discover', { [what]: { read: true, list: true } }, config)).toBe(true);
  },
);

describe('missing features of the cluster', () => {
  const plain = toConfig({});
  test('hide Assist and downloads, independent of roles', () => {
    expect(shown({ assist: { list: true }, license: { read: true } }, plain)).toEqual([]);
    expect(hiddenBecause('assist', { assist: { list: true } }, plain)).toBe('Assist is turned off on this cluster');
  });
});

test('a hidden page names its missing rules', () => {
  expect(hiddenBecause('users', {}, config)).toBe('Your roles lack user: list');
  expect(hiddenBecause('newLocks', { lock: { create: true } }, config)).toBe('Your roles lack lock: update');
  expect(hiddenBecause('downloadCenter', {}, config)).toBe('Your roles lack license: read, or download: list');
});
