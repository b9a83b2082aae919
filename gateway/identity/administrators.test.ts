import { beforeEach, describe, expect, test } from 'vitest';
import type { LockTargets } from '../../src/wire/locks.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { parsedYaml } from '../../tests/support/parsed.ts';
import type { Stores } from '../store/stores.ts';
import { Locks } from '../locks/Locks.ts';
import { lockDocument } from '../locks/lock.ts';
import { AccessCache } from './accessCache.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { ensurePresetRoles } from './presetRoles.ts';

let stores: Stores;
let accessCache: AccessCache;
let locks: Locks;

beforeEach(() => {
  stores = memoryStores();
  accessCache = new AccessCache(stores.db, stores.roles, () => false);
  locks = new Locks({ stores, now: () => 0 });
  ensurePresetRoles(stores, 0);
  add('ann', ['editor', 'access']);
});

function add(name: string, roles: string[], password: string | undefined = 'hash'): void {
  stores.users.add({ name, roles, traits: {}, createdBy: 'x', createdMs: 0 });
  stores.users.setPasswordHash(name, password);
}
function lock(targets: LockTargets): void {
  const name = Object.values(targets).join();
  const document = lockDocument({ name, targets, message: '', expiresMs: undefined });
  stores.documents.put({ kind: 'lock', name, content: '', document }, { by: 'x', nowMs: 0 });
}
const APP = { name: 'app', kind: 'totp', secret: 'AAAA', lastStep: 0, addedMs: 0, usedMs: 0 } as const;
function addKey(user: string, passkey: boolean): void {
  const id = `key of ${user}`;
  const key = { id, user, name: 'key', kind: 'webauthn', credentialId: id, publicKey: '' } as const;
  stores.devices.add({ ...key, passkey, signCount: 0, addedMs: 0, usedMs: 0 });
}
const change = (work: () => void) => () => keepingAnAdministrator({ stores, accessCache, locks }, 'This change', work);
const setRoles = (name: string, roles: string[]) => change(() => stores.users.update({ name, roles, traits: {} }));
const REFUSAL = 'This change would leave no user who can administer users and roles';

describe('the last administrator', () => {
  test('cannot lose the role that grants administration', () => {
    expect(setRoles('ann', ['access'])).toThrow(REFUSAL);
    expect(stores.users.find('ann')?.roles).toEqual(['editor', 'access']);
    expect(accessCache.of({ name: 'ann', roles: ['editor'], traits: {} }).rule('user', 'update').ok).toBe(true);
  });

  test('cannot lose the rules of that role', () => {
    const without =
      'kind: role\nversion: v6\nmetadata: {name: editor}\nspec: {deny: {rules: [{resources: [user], verbs: [create]}]}}\n';
    const document = parsedYaml(without);
    expect(
      change(() => stores.roles.put({ name: 'editor', content: without, document }, { by: 'x', nowMs: 0 })),
    ).toThrow(REFUSAL);
    expect(stores.roles.find('editor')?.content).not.toBe(without);
  });

  test.each([{ user: 'ann' }, { role: 'editor' }, { user: 'ann', role: 'access' }])(
    'cannot be locked by %j',
    (targets) => {
      expect(change(() => lock(targets))).toThrow(REFUSAL);
      expect(locks.inForce({ user: 'ann', roles: ['editor', 'access'] })).toBeUndefined();
    },
  );

  test.each([{ user: 'eve' }, { login: 'root' }, { user: 'ann', role: 'auditor' }])(
    'does not prevent other users from being locked by %j',
    (targets) => {
      expect(change(() => lock(targets))).not.toThrow();
    },
  );

  test('can be the only administrator who is not locked', () => {
    add('bob', ['editor']);
    expect(change(() => lock({ user: 'bob' }))).not.toThrow();
    expect(setRoles('ann', ['access'])).toThrow(REFUSAL);
  });

  test('cannot be deleted', () => {
    expect(change(() => stores.users.delete('ann'))).toThrow(REFUSAL);
    expect(stores.users.find('ann')).toBeDefined();
  });

  test('can lose the role once another user can administer', () => {
    add('bob', ['editor']);
    setRoles('ann', ['access'])();
    expect(stores.users.find('ann')?.roles).toEqual(['access']);
  });

  test('can lose the role once another administrator can sign in with a passkey', () => {
    stores.users.add({ name: 'bob', roles: ['editor'], traits: {}, createdBy: 'x', createdMs: 0 });
    addKey('bob', false); // a second factor only, after a password that bob does not have
    expect(setRoles('ann', ['access'])).toThrow(REFUSAL);
    stores.devices.delete('key of bob');
    addKey('bob', true);
    setRoles('ann', ['access'])();
    expect(stores.users.find('ann')?.roles).toEqual(['access']);
  });

  test('is not replaced by a temporary user of an identity provider, with or without a passkey', () => {
    const identity = { kind: 'github', connector: 'gh', subject: '7' } as const;
    const expiresMs = Date.now() + 3_600_000;
    stores.users.putProvided({ name: 'bob', roles: ['editor'], traits: {}, identity, expiresMs });
    addKey('bob', true);
    expect(setRoles('ann', ['access'])).toThrow(REFUSAL);
    expect(change(() => stores.users.delete('ann'))).toThrow(REFUSAL);
  });

  test('cannot lose the only second factor to a lock', () => {
    addKey('ann', false);
    expect(change(() => lock({ mfa_device: 'key of ann' }))).toThrow(REFUSAL);
    stores.devices.add({ ...APP, id: 'app of ann', user: 'ann' });
    expect(change(() => lock({ mfa_device: 'key of ann' }))).not.toThrow();
    expect(change(() => lock({ mfa_device: 'app of ann' }))).toThrow(REFUSAL);
  });

  test.each(['1ms', '30s'])('cannot get a role that limits sign-ins to %s', (ttl) => {
    const text = `kind: role\nversion: v6\nmetadata: {name: short}\nspec: {options: {max_session_ttl: ${ttl}}}\n`;
    const document = parsedYaml(text);
    stores.roles.put({ name: 'short', content: text, document }, { by: 'x', nowMs: 0 });
    expect(setRoles('ann', ['editor', 'short'])).toThrow(REFUSAL);
  });

  test('is not replaced by a user who cannot sign in yet', () => {
    stores.users.add({ name: 'bob', roles: ['editor'], traits: {}, createdBy: 'x', createdMs: 0 });
    expect(setRoles('ann', ['access'])).toThrow(REFUSAL);
  });
});

test('a change is not refused where no user could administer before it', () => {
  stores.users.setPasswordHash('ann', undefined);
  setRoles('ann', ['access'])();
  expect(stores.users.find('ann')?.roles).toEqual(['access']);
});
