import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { Caller } from '../identity/caller.ts';
import type { AppDirectory } from './AppDirectory.ts';
import { AppSessions, type AppSessionParts } from './AppSessions.ts';

test('yields to the event loop while it checks many sessions, and checks again after a change', async () => {
  const app = { key: 'a', name: 'a', publicAddr: '', uri: 'http://localhost', target: new URL('http://localhost') };
  let turn = 0;
  const timer = setInterval(() => turn++, 1);
  const turns = new Set<number>();
  let isAllowed = true;
  const find = () => {
    turns.add(turn);
    for (const untilMs = performance.now() + 1; performance.now() < untilMs;);
    return app;
  };
  const sessions = new AppSessions({
    directory: { resolve: () => app, find, hostOf: () => 'a' } as unknown as AppDirectory,
    watch: { appRefusal: () => (isAllowed ? undefined : 'denied') },
    audit: { emit: () => undefined, emitOrReport: () => undefined },
    stores: memoryStores(),
    now: () => 0,
    report: (error: unknown) => {
      throw error;
    },
    noteActivity: () => undefined,
    hostId: 'h',
  } as unknown as AppSessionParts);
  for (let i = 0; i < 100; i++) {
    const caller = {
      user: { name: `user-${i}` },
      session: { loginId: 'l', loginMs: 0, expiresMs: 1 },
      access: { resource: () => ({ ok: true }), requiresSessionMfa: () => false },
    } as unknown as Caller;
    sessions.open({ caller, remote: '', hint: { fqdn: 'a', clusterName: '', publicAddr: '' } });
  }
  sessions.endRevoked();
  expect(turns.size).toBe(0);
  await expect.poll(() => turns.size).toBeGreaterThan(2);
  expect(sessions.signIns()).toHaveLength(100);
  isAllowed = false;
  sessions.endRevoked();
  await expect.poll(() => sessions.signIns()).toEqual([]);
  clearInterval(timer);
});

test('a session whose check throws does not keep sessions of other users open', async () => {
  const app = { key: 'a', name: 'a', publicAddr: '', uri: 'http://localhost', target: new URL('http://localhost') };
  let isAllowed = true;
  const reported: unknown[] = [];
  const sessions = new AppSessions({
    directory: { resolve: () => app, find: () => app, hostOf: () => 'a' } as unknown as AppDirectory,
    watch: {
      appRefusal: ({ user }: { user: string }) => {
        if (isAllowed) return undefined;
        if (user === 'broken') throw new Error('the record of the user cannot be read');
        return 'denied';
      },
    },
    audit: { emit: () => undefined, emitOrReport: () => undefined },
    stores: memoryStores(),
    now: () => 0,
    report: (error: unknown) => reported.push(error),
    noteActivity: () => undefined,
    hostId: 'h',
  } as unknown as AppSessionParts);
  for (const name of ['broken', 'bob']) {
    const caller = {
      user: { name },
      session: { loginId: 'l', loginMs: 0, expiresMs: 1 },
      access: { resource: () => ({ ok: true }), requiresSessionMfa: () => false },
    } as unknown as Caller;
    sessions.open({ caller, remote: '', hint: { fqdn: 'a', clusterName: '', publicAddr: '' } });
  }
  isAllowed = false;
  sessions.endRevoked();
  await expect.poll(() => reported).toHaveLength(1);
  await expect.poll(() => sessions.signIns().map(({ user }) => user)).toEqual(['broken']);
});
