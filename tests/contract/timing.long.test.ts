// The time of a refusal must not reveal whether a user exists or is locked out. Tries are spread over users and
// addresses, so that neither lock-out nor rate limit affects them. The three cases alternate, so that other work of the
// machine affects them equally.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../gateway/identity/passwords.ts';
import { openStores } from '../../gateway/store/stores.ts';
import { LOCKOUT_FAILURES, LOCKOUT_MS, RATE_BURST } from '../../src/wire/constants.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

/** Tries of each case in one round. */
const TRIES = 100;
/** A busy machine adds noise, which more tries reduce. A leak remains. */
const ROUNDS_MAX = 4;
/** The tolerated difference of the medians. */
const TOLERANCE = 0.05;
/** One less than the failures that lock a user out. */
const TRIES_PER_USER = LOCKOUT_FAILURES - 1;
const TRIES_PER_ADDRESS = RATE_BURST - 2;
/** Enough users for both endpoints. */
const USERS = Math.ceil((TRIES / TRIES_PER_USER) * ROUNDS_MAX * 2);
const LOCKED = 10;

let dataDir: string;
let gateway: Gateway;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postern-timing-'));
  await seedUsers();
  gateway = await startGateway({ dataDir, config: 'auth: { second_factor: optional }\nnode: false\n' });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const wrongUser = (n: number) => `wrong-${n}`;
const lockedUser = (n: number) => `locked-${n % LOCKED}`;

async function seedUsers(): Promise<void> {
  const hash = await hashPassword(Buffer.from('correct horse'), { user: 'ann' });
  const stores = openStores(dataDir);
  const nowMs = Date.now();
  const add = (name: string) => {
    stores.users.add({ name, roles: ['access'], traits: {}, createdBy: 'test', createdMs: nowMs });
    stores.users.setPasswordHash(name, hash);
  };
  stores.db.transaction(() => {
    for (let n = 0; n < USERS; n += 1) add(wrongUser(n));
    for (let n = 0; n < LOCKED; n += 1) {
      add(lockedUser(n));
      const lock = { failures: LOCKOUT_FAILURES, lastFailureMs: nowMs, lockedUntilMs: nowMs + LOCKOUT_MS };
      stores.lockouts.put(lockedUser(n), lock);
    }
  });
  stores.db.close();
}

const ENDPOINTS = {
  'sessions/web': (user: string) => ({ user, pass: 'wrong', second_factor_token: '' }),
  'mfa/login/begin': (user: string) => ({ passwordless: false, user, pass: 'wrong' }),
};
const KINDS = ['unknown', 'wrong', 'locked'] as const;
type Kind = (typeof KINDS)[number];
type Times = Record<Kind, number[]>;
let tried = 0;

/** Milliseconds of each try: an unknown user, a wrong password, a locked user. */
async function measure(endpoint: keyof typeof ENDPOINTS): Promise<Times> {
  const times: Times = { unknown: [], wrong: [], locked: [] };
  let browser = new ApiClient(gateway.base);
  for (let n = 0; n < TRIES; n += 1) {
    if (n % Math.floor(TRIES_PER_ADDRESS / KINDS.length) === 0) {
      browser = new ApiClient(gateway.base);
      await browser.openPage('/web/login');
    }
    tried += 1;
    const users = {
      unknown: `nobody-${tried}`,
      wrong: wrongUser(Math.floor(tried / TRIES_PER_USER)),
      locked: lockedUser(tried),
    };
    // The first case warms up the others, so each case is first in turn.
    for (const kind of KINDS.map((_, i) => KINDS[(i + n) % KINDS.length] ?? 'unknown')) {
      const body = ENDPOINTS[endpoint](users[kind]);
      const begunMs = performance.now();
      const answer = await browser.send({
        method: 'POST',
        path: `/v1/webapi/${endpoint}`,
        headers: browser.signedIn,
        body,
      });
      times[kind].push(performance.now() - begunMs);
      expect([answer.status, answer.json]).toEqual([403, { error: { message: 'invalid credentials' } }]);
    }
  }
  return times;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The distance of each case from the unknown user, as a fraction: the median of the differences between tries of one
 * turn, which does not change on a machine that slows down.
 */
const distances = ({ unknown, ...others }: Times): string[] =>
  Object.entries(others).flatMap(([kind, times]) => {
    const apart = median(times.map((ms, i) => ms - (unknown[i] ?? 0))) / median(unknown);
    return Math.abs(apart) < TOLERANCE
      ? []
      : [`${kind}: ${(apart * 100).toFixed(1)} % of ${median(unknown).toFixed(1)} ms`];
  });

test.each(Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[])(
  '%s takes the same time for an unknown user, a wrong password and a locked user',
  async (endpoint) => {
    const times: Times = { unknown: [], wrong: [], locked: [] };
    let found: string[] = [];
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const more = await measure(endpoint);
      for (const kind of KINDS) times[kind].push(...more[kind]);
      found = distances(times);
      if (found.length === 0) break;
    }
    expect(found).toEqual([]);
  },
  120_000,
);
