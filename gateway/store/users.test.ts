import { beforeEach, expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { Stores } from './stores.ts';

const DAY_MS = 86_400_000;
const octocat = { kind: 'github', connector: 'gh', subject: '1' } as const;

let now = 0;
let stores: Stores;
beforeEach(() => {
  now = 1000;
  stores = memoryStores(() => now);
});

const signIn = (name: string, subject = '1') =>
  stores.users.putProvided({
    name,
    roles: [],
    traits: {},
    identity: { ...octocat, subject },
    expiresMs: now + DAY_MS / 2,
  });
const addKey = (user: string) =>
  stores.devices.add({
    id: `key of ${user}`,
    user,
    name: 'key',
    kind: 'totp',
    secret: 'x',
    lastStep: 0,
    addedMs: 0,
    usedMs: 0,
  });
const keysOf = (user: string) => stores.devices.of(user).map(({ id }) => id);

test('the devices of a provider account are kept after it has expired', () => {
  signIn('octocat');
  addKey('octocat');
  now += 3 * DAY_MS;
  expect(stores.users.find('octocat')).toBeUndefined();
  signIn('hubot', '2');
  signIn('octocat');
  expect(keysOf('octocat')).toEqual(['key of octocat']);
});

test('another user with the same name does not inherit the devices', () => {
  signIn('octocat');
  addKey('octocat');
  now += 3 * DAY_MS;
  signIn('octocat', '7');
  expect(keysOf('octocat')).toEqual([]);

  addKey('octocat');
  now += 3 * DAY_MS;
  stores.users.add({ name: 'octocat', roles: [], traits: {}, createdBy: 'admin', createdMs: now });
  expect(keysOf('octocat')).toEqual([]);
});

test('the devices are removed if the user does not sign in again', () => {
  signIn('octocat');
  addKey('octocat');
  now += 91 * DAY_MS;
  signIn('hubot', '2');
  expect(keysOf('octocat')).toEqual([]);
});
