import { beforeEach, expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { Stores } from './stores.ts';
import type { IssuedTo } from './webSessions.ts';

const NOW_MS = 1000;

let stores: Stores;
beforeEach(() => {
  stores = memoryStores();
  for (const name of ['mara', 'ivo']) {
    stores.users.add({ name, roles: [], traits: {}, createdBy: 'system', createdMs: 0 });
  }
});

/** Issues a session of a sign-in. */
const issue = (loginId: string, sid: string, to: Partial<IssuedTo> = {}, user = 'mara', expiresMs = 9000) =>
  stores.webSessions.add(
    sid,
    `bearer of ${sid}`,
    { loginId, user, loginMs: 10, expiresMs, bearerExpiresMs: 9000, method: 'otp' },
    { issuedMs: 10, seenMs: 10, address: '192.0.2.1', client: 'curl', ...to },
  );
const signIns = (nowMs = NOW_MS) => stores.webSessions.signInsOf('mara', nowMs);

test('a sign-in is listed once, with the data of its newest session', () => {
  issue('a', 's1');
  issue('a', 's3', { issuedMs: 30, seenMs: 25, address: '192.0.2.3', client: 'Firefox on Linux' });
  issue('a', 's2', { issuedMs: 20, seenMs: 20, address: '192.0.2.2' });
  issue('b', 'other', {}, 'ivo');
  expect(signIns()).toEqual([
    {
      loginId: 'a',
      loginMs: 10,
      expiresMs: 9000,
      method: 'otp',
      seenMs: 25,
      address: '192.0.2.3',
      client: 'Firefox on Linux',
    },
  ]);
});

test('the last activity is kept after a restart', () => {
  issue('a', 's1', { issuedMs: 10, seenMs: 500 });
  issue('a', 's2', { issuedMs: 20, seenMs: 0 });
  expect(signIns()[0]?.seenMs).toBe(500);
});

test('an expired sign-in is not listed', () => {
  issue('a', 's1', {}, 'mara', NOW_MS);
  expect(signIns()).toEqual([]);
});

test('keeps the newest sessions of a sign-in, and always the current one', () => {
  for (let n = 0; n < 10; n += 1) issue('a', `s${n}`, { issuedMs: n });
  issue('b', 't');
  stores.webSessions.keepNewest('a', 's0', 3);
  const kept = [...Array.from({ length: 10 }, (_, n) => `s${n}`), 't'].filter((sid) =>
    stores.webSessions.find('mara', sid, NOW_MS),
  );
  expect(kept).toEqual(['s0', 's7', 's8', 's9', 't']);
});
