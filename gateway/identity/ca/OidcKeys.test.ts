import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { memoryStores } from '../../../tests/support/memoryStores.ts';
import type { SettingStore } from '../../store/settings.ts';
import { OidcKeys } from './OidcKeys.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-11-01T00:00:00Z');
const CLAIMS = {
  issuer: 'https://console.example.com',
  audience: 'discover.teleport',
  subject: 'system:proxy',
  onBehalfOf: 'ann',
};

let settings: SettingStore;
let keys: OidcKeys;
beforeEach(() => {
  settings = memoryStores().settings;
  keys = new OidcKeys(settings);
});

const kidsAt = async (nowMs: number) => (await keys.publicKeys(nowMs)).keys.map(({ kid }) => kid);

/** Verifies like a cloud that last read the keys at `readMs`. */
async function verifyAt(nowMs: number, readMs = nowMs, token?: string) {
  const known = createLocalJWKSet(await keys.publicKeys(readMs));
  return jwtVerify(token ?? (await keys.issue(CLAIMS, nowMs)), known, {
    issuer: CLAIMS.issuer,
    audience: CLAIMS.audience,
    algorithms: ['RS256'],
    currentDate: new Date(nowMs),
  });
}

test('a token verifies for its issuer and audience until it expires', async () => {
  const token = await keys.issue(CLAIMS, START_MS);
  const { payload, protectedHeader } = await verifyAt(START_MS, START_MS, token);
  expect(payload).toMatchObject({ sub: 'system:proxy', obo: 'ann', exp: START_MS / 1000 + 600 });
  expect(protectedHeader.kid).toBe((await kidsAt(START_MS))[0]);
  await expect(verifyAt(START_MS + 3601_000, START_MS, token)).rejects.toThrow('"exp"');
});

test('parallel calls and a restarted gateway get the same key', async () => {
  const [one, two] = await Promise.all([kidsAt(START_MS), kidsAt(START_MS)]);
  expect(two).toEqual(one);
  keys = new OidcKeys(settings);
  expect(await kidsAt(START_MS + 1000)).toEqual(one);
});

test('publishes a new key after a month, signs with it after a day and removes the old one after two', async () => {
  const [old] = await kidsAt(START_MS);
  const turnMs = START_MS + 30 * DAY_MS;
  const [, young] = await kidsAt(turnMs);
  expect(await kidsAt(turnMs)).toEqual([old, young]);
  // A verifier that has cached the old keys can still verify.
  expect((await verifyAt(turnMs + DAY_MS - 1, turnMs - 1)).protectedHeader.kid).toBe(old);
  expect((await verifyAt(turnMs + DAY_MS)).protectedHeader.kid).toBe(young);
  const last = await keys.issue(CLAIMS, turnMs + DAY_MS - 1);
  await verifyAt(turnMs + DAY_MS + 60_000, turnMs + DAY_MS + 60_000, last);
  expect(await kidsAt(turnMs + 2 * DAY_MS)).toEqual([young]);
  keys = new OidcKeys(settings);
  expect(await kidsAt(turnMs + 2 * DAY_MS)).toEqual([young]);
});

test('a gateway that was suspended for a year signs with a published key', async () => {
  await kidsAt(START_MS);
  const laterMs = START_MS + 365 * DAY_MS;
  await verifyAt(laterMs);
  await verifyAt(laterMs + 3 * DAY_MS);
});

test('a key that cannot be stored is discarded, and the next call retries', async () => {
  const set = settings.set.bind(settings);
  settings.set = () => {
    throw new Error('disk full');
  };
  await expect(keys.publicKeys(START_MS)).rejects.toThrow('disk full');
  settings.set = set;
  expect(await kidsAt(START_MS)).toHaveLength(1);
});
