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

test('the id of a key is the one that command lines compute', () => {
  expect(headlessIdOf(Buffer.from('test'))).toBe('cd240807-1c12-5705-9123-e53533b6f6fa');
  expect(isHeadlessId(ID)).toBe(true);
  expect(headlessIdOf(Buffer.from('ssh-ed25519 AAAB\n'))).not.toBe(ID);
  for (const wrong of ['', 'nope', ID.toUpperCase(), `${ID}0`, ID.replace(/-5/, '-4')]) {
    expect(isHeadlessId(wrong)).toBe(false);
  }
});

describe('a command line', () => {
  test('waits until its user has answered', async () => {
    const outcome = requests.ask(ask(), open());
    expect(await soFar(outcome)).toBe('waits');
    expect(requests.answer(ID, approved)).toBe(true);
    expect(await outcome).toEqual(approved);
  });

  test('waits no longer than three minutes, and its id is unknown afterwards', async () => {
    const outcome = requests.ask(ask(), open());
    await vi.advanceTimersByTimeAsync(HEADLESS_TTL_MS);
    expect(await outcome).toEqual({ kind: 'expired' });
    expect(requests.answer(ID, approved)).toBe(false);
    const found = requests.find(ID, 'ann', open());
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS);
    expect(await found).toBeUndefined();
  });

  test('that hangs up can no longer be approved, and the browser learns why', async () => {
    const connection = new AbortController();
    const outcome = requests.ask(ask(), connection.signal);
    connection.abort();
    expect(await outcome).toEqual({ kind: 'gone' });
    expect(requests.answer(ID, approved)).toBe(false);
    expect((await requests.find(ID, 'ann', open()))?.outcome).toEqual({ kind: 'gone' });
  });

  test('that has hung up before it was heard does not wait', async () => {
    expect(await requests.ask(ask(), AbortSignal.abort())).toEqual({ kind: 'gone' });
    expect(await requests.find(headlessIdOf(Buffer.of(1)), 'ann', AbortSignal.abort())).toBeUndefined();
  });

  test('is let go when the gateway closes', async () => {
    const outcome = requests.ask(ask(), open());
    requests.close();
    expect(await outcome).toEqual({ kind: 'expired' });
  });

  test('cannot ask twice with one key', async () => {
    void requests.ask(ask(), open());
    expect(() => requests.ask(ask({ user: 'bob' }), open())).toThrow('Start again with a new key');
    requests.answer(ID, { kind: 'denied' });
    expect(() => requests.ask(ask(), open())).toThrow('Start again with a new key');
  });
});

describe('a browser', () => {
  test('may come before the command line', async () => {
    const found = requests.find(ID, 'ann', open());
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS - 1);
    expect(await soFar(found)).toBe('waits');
    void requests.ask(ask(), open());
    expect(await found).toMatchObject({ id: ID, user: 'ann', expiresMs: Date.now() + HEADLESS_TTL_MS });
  });

  test('waits for somebody else’s request as for one that does not exist', async () => {
    void requests.ask(ask(), open());
    const [theirs, none] = [requests.find(ID, 'bob', open()), requests.find(headlessIdOf(Buffer.of(1)), 'bob', open())];
    await vi.advanceTimersByTimeAsync(HEADLESS_WAIT_MS - 1);
    expect(await soFar(theirs)).toBe('waits');
    expect(await soFar(none)).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await theirs).toBeUndefined();
    expect(await none).toBeUndefined();
  });

  test('that hangs up is not waited for', async () => {
    const connection = new AbortController();
    const found = requests.find(ID, 'ann', connection.signal);
    connection.abort();
    expect(await found).toBeUndefined();
  });

  test('gets no answer to an id that nothing can have, at once', async () => {
    expect(await soFar(requests.find('nope', 'ann', open()))).toBeUndefined();
  });

  test('whose answer comes second changes nothing', async () => {
    const outcome = requests.ask(ask(), open());
    expect(requests.answer(ID, { kind: 'denied' })).toBe(true);
    expect(requests.answer(ID, approved)).toBe(false);
    expect(await outcome).toEqual({ kind: 'denied' });
    expect((await requests.find(ID, 'ann', open()))?.outcome).toEqual({ kind: 'denied' });
  });
});

describe('how many may wait', () => {
  const many = (count: number, ipOf: (n: number) => string) => {
    for (let n = 0; n < count; n += 1) {
      void requests.ask(ask({ id: headlessIdOf(Buffer.from(`key ${n}`)), address: { ip: ipOf(n), port: 1 } }), open());
    }
  };

  test('ten of one address; an answer makes room', () => {
    many(10, () => '192.0.2.1');
    expect(() => requests.ask(ask(), open())).toThrow('too many command lines are waiting');
    void requests.ask(ask({ id: headlessIdOf(Buffer.of(2)), address: { ip: '192.0.2.2', port: 1 } }), open());
    requests.answer(headlessIdOf(Buffer.from('key 0')), { kind: 'denied' });
    void requests.ask(ask(), open());
  });

  test('a thousand of all addresses, of which those that have ended give way', () => {
    many(1000, (n) => `10.0.${n >> 8}.${n & 255}`);
    expect(() => requests.ask(ask(), open())).toThrow('too many command lines are waiting');
    requests.answer(headlessIdOf(Buffer.from('key 7')), { kind: 'denied' });
    void requests.ask(ask(), open());
    expect(() => requests.ask(ask({ id: headlessIdOf(Buffer.of(3)) }), open())).toThrow(
      'too many command lines are waiting',
    );
  });
});
