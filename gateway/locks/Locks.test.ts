import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { printYaml } from '../../src/wire/yaml.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { Stores } from '../store/stores.ts';
import { lockDocument } from './lock.ts';
import { Locks } from './Locks.ts';
import { LockedOut } from './refusals.ts';

let stores: Stores;
let locks: Locks;
let nowMs: number;
beforeEach(() => {
  stores = memoryStores();
  nowMs = 1_000_000;
  locks = new Locks({ stores, now: () => nowMs });
});

const dave = { user: 'dave', roles: ['dev'] };
function lockDave(expiresMs?: number): string {
  const name = randomUUID();
  const document = lockDocument({ name, targets: { user: 'dave' }, message: 'review', expiresMs });
  stores.documents.put({ kind: 'lock', name, content: printYaml(document), document }, { by: 'ann', nowMs });
  return name;
}

describe('locks', () => {
  test('notify listeners of every committed write that may lock a user out', () => {
    let changes = 0;
    locks.onChange(() => (changes += 1));
    const { db, users, roles } = stores;
    users.add({ ...dave, name: 'dave', traits: {}, createdBy: 'ann', createdMs: nowMs });
    expect(changes).toBe(1);
    db.transaction(() => {
      users.update({ name: 'dave', roles: ['dev', 'locked'], traits: {} });
      expect(changes).toBe(1);
    });
    expect(changes).toBe(2);
    const identity = { kind: 'github', connector: 'gh', subject: '7' } as const;
    users.putProvided({ name: 'eve', roles: ['locked'], traits: {}, identity, expiresMs: Date.now() + nowMs });
    expect(changes).toBe(3);
    roles.put({ name: 'dev', content: '', document: {} }, { by: 'ann', nowMs });
    expect(changes).toBe(4);
    lockDave();
    expect(changes).toBe(5);
    users.setPasswordHash('dave', 'x');
    expect(() =>
      db.transaction(() => {
        users.update({ name: 'dave', roles: [], traits: {} });
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(changes).toBe(5);
  });

  test('apply to their targets as soon as they are written', () => {
    expect(locks.inForce(dave)).toBeUndefined();
    lockDave();
    expect(locks.inForce(dave)).toMatchObject({ targets: { user: 'dave' }, message: 'review' });
    expect(locks.inForce({ user: 'eve', roles: ['dev'] })).toBeUndefined();
  });

  test('end when they expire', () => {
    lockDave(nowMs + 5000);
    nowMs += 4999;
    expect(locks.inForce(dave)).toBeDefined();
    nowMs += 1;
    expect(locks.inForce(dave)).toBeUndefined();
    expect(stores.documents.list('lock')).toHaveLength(1);
  });

  test('that have expired have no effect', () => {
    lockDave(nowMs - 1);
    expect(locks.inForce(dave)).toBeUndefined();
  });

  test('end when they are deleted or when their creation is rolled back', () => {
    const name = lockDave();
    expect(locks.inForce(dave)).toBeDefined();
    stores.documents.delete('lock', name, { by: 'ann', nowMs });
    expect(locks.inForce(dave)).toBeUndefined();
    expect(() =>
      stores.db.transaction(() => {
        lockDave();
        expect(locks.inForce(dave)).toBeDefined();
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(locks.inForce(dave)).toBeUndefined();
  });

  test('refuse with the error of the contract, which has the message and the expiry', () => {
    lockDave(2_000_000);
    const refusal = (() => {
      try {
        return locks.require(dave);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(LockedOut);
    expect(refusal).toMatchObject({
      status: 403,
      message: 'access denied',
      fields: { 'locked-out': { message: 'review', expires: '1970-01-01T00:33:20.000Z' } },
      reason: 'lock targeting User:"dave" is in force: review',
    });
  });
});
