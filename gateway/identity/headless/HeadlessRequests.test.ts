import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEADLESS_TTL_MS, HEADLESS_WAIT_MS } from '../../../src/wire/constants.ts';
import type { KeyDevice } from '../../store/devices.ts';
import { countingClock } from '../../../tests/support/countingClock.ts';
import { headlessIdOf, isHeadlessId } from './headlessId.ts';
import { type HeadlessAsk, HeadlessRequests } from './HeadlessRequests.ts';

const KEY = Buffer.from('ssh-ed25519 AAAA\n');
const ID = headlessIdOf(KEY);
const device: KeyDevice = {
  kind: 'webauthn',
  id: 'd1',
  user: 'ann',
  name: 'yubi',
  credentialId: 'AAAA',
  publicKey: 'AAAA',
  signCount: 0,
  passkey: false,
  addedMs: 0,
  usedMs: 0,
};
const approved = { kind: 'approved', device } as const;
const ask = (parts: Partial<HeadlessAsk> = {}): HeadlessAsk => ({
  id: ID,
  user: 'ann',
  publicKey: KEY,
  address: { ip: '192.0.2.1', port: 50_514 },
  ...parts,
});
const open = () => new AbortController().signal;

let requests: HeadlessRequests;
let clock: ReturnType<typeof countingClock>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  clock = countingClock();
  requests = new HeadlessRequests(clock);
});
afterEach(() => {
  requests.close();
  expect(clock.waiting()).toBe(0);
  vi.useRealTimers();
});

/** The current result of a promise. */
async function soFar<T>(promise: Promise<T>): Promise<T | 'waits'> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([promise, Promise.resolve('waits' as const)]);
}

test('the id of a key is the one that clients compute', () => {
  expect(headlessIdOf(Buffer.from('test'))).toBe('cd240807-1c12-5705-9123-e53533b6f6fa');
  expect(isHeadlessId(ID)).toBe(true);
  expect(headlessIdOf(Buffer.from('ssh-ed25519 AAAB\n'))).not.toBe(ID);
  for (const wrong of ['', 'nope', ID.toUpperCase(), `${ID}0`, ID.replace(/-5/, '-4')]) {
    expect(isHeadlessId(wrong)).toBe(false);
  }
});

describe('a command line', () => {
  test('waits until its user answers', async () => {
    const outcome = requests.ask(ask(), open());
    expect(await soFar(outcome)).toBe('waits');
    expect(requests.answer(ID, approved)).toBe(true);
    expect(await outcome).toEqual(approved);
  });

  test('waits at most three minutes, and its id is unknown afterwards', async () => {
    const outcome = requests.ask(ask(), open());
    await vi.advanceTimersByTimeAsync(HEADLESS_TTL_MS);
    expect(await outcome).toEqual({ kind: 'expired' });
    expect(requests.answer(ID, approved)).toBe(false);
    const found = requests.find(ID, 'ann', open());
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS);
    expect(await found).toBeUndefined();
  });

  test('that disconnects can no longer be approved, and the browser gets the reason', async () => {
    const connection = new AbortController();
    const outcome = requests.ask(ask(), connection.signal);
    connection.abort();
    expect(await outcome).toEqual({ kind: 'gone' });
    expect(requests.answer(ID, approved)).toBe(false);
    expect((await requests.find(ID, 'ann', open()))?.outcome).toEqual({ kind: 'gone' });
  });

  test('that is already disconnected does not wait', async () => {
    expect(await requests.ask(ask(), AbortSignal.abort())).toEqual({ kind: 'gone' });
    expect(await requests.find(headlessIdOf(Buffer.of(1)), 'ann', AbortSignal.abort())).toBeUndefined();
  });

  test('stops waiting when the gateway closes', async () => {
    const outcome = requests.ask(ask(), open());
    requests.close();
    expect(await outcome).toEqual({ kind: 'expired' });
  });

  test('cannot use a key for two requests', async () => {
    void requests.ask(ask(), open());
    expect(() => requests.ask(ask({ user: 'bob' }), open())).toThrow('Start again with a new key');
    requests.answer(ID, { kind: 'denied' });
    expect(() => requests.ask(ask(), open())).toThrow('Start again with a new key');
  });
});

describe('a browser', () => {
  test('can open the request before the command line sends it', async () => {
    const found = requests.find(ID, 'ann', open());
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS - 1);
    expect(await soFar(found)).toBe('waits');
    void requests.ask(ask(), open());
    expect(await found).toMatchObject({ id: ID, user: 'ann', expiresMs: Date.now() + HEADLESS_TTL_MS });
  });

  test('waits as long for the request of another user as for one that does not exist', async () => {
    void requests.ask(ask(), open());
    const [theirs, none] = [requests.find(ID, 'bob', open()), requests.find(headlessIdOf(Buffer.of(1)), 'bob', open())];
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS - 1);
    expect(await soFar(theirs)).toBe('waits');
    expect(await soFar(none)).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await theirs).toBeUndefined();
    expect(await none).toBeUndefined();
  });

  test('that disconnects ends the wait', async () => {
    const connection = new AbortController();
    const found = requests.find(ID, 'ann', connection.signal);
    connection.abort();
    expect(await found).toBeUndefined();
  });

  test('gets an empty result at once for an invalid id', async () => {
    expect(await soFar(requests.find('nope', 'ann', open()))).toBeUndefined();
  });

  test('cannot change an earlier answer', async () => {
    const outcome = requests.ask(ask(), open());
    expect(requests.answer(ID, { kind: 'denied' })).toBe(true);
    expect(requests.answer(ID, approved)).toBe(false);
    expect(await outcome).toEqual({ kind: 'denied' });
    expect((await requests.find(ID, 'ann', open()))?.outcome).toEqual({ kind: 'denied' });
  });
});

describe('limits', () => {
  const many = (count: number, ipOf: (n: number) => string) => {
    for (let n = 0; n < count; n += 1) {
      void requests.ask(ask({ id: headlessIdOf(Buffer.from(`key ${n}`)), address: { ip: ipOf(n), port: 1 } }), open());
    }
  };

  test('ten requests wait per address, and an answered one frees a slot', () => {
    many(10, () => '192.0.2.1');
    expect(() => requests.ask(ask(), open())).toThrow('too many command lines are waiting');
    void requests.ask(ask({ id: headlessIdOf(Buffer.of(2)), address: { ip: '192.0.2.2', port: 1 } }), open());
    requests.answer(headlessIdOf(Buffer.from('key 0')), { kind: 'denied' });
    void requests.ask(ask(), open());
  });

  test('a thousand requests wait in all, and an answered one frees a slot', () => {
    many(1000, (n) => `10.0.${n >> 8}.${n & 255}`);
    expect(() => requests.ask(ask(), open())).toThrow('too many command lines are waiting');
    requests.answer(headlessIdOf(Buffer.from('key 7')), { kind: 'denied' });
    void requests.ask(ask(), open());
    expect(() => requests.ask(ask({ id: headlessIdOf(Buffer.of(3)) }), open())).toThrow(
      'too many command lines are waiting',
    );
  });
});
