import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { denied } from '../http/failures.ts';
import type { Caller } from './caller.ts';
import { OF_USER_MAX, OpenCalls } from './OpenCalls.ts';

const caller = (user: string, loginId: string) => ({ user: { name: user }, session: { user, loginId } }) as Caller;
const ANN = caller('ann', 'ann-1');

function start() {
  const gone = new Set<string>();
  let asked = 0;
  const calls = new OpenCalls({
    recheckAdmitted(of) {
      asked += 1;
      if (gone.has(of.session.loginId)) throw denied('need auth');
      return of;
    },
  });
  return { calls, gone, asked: () => asked };
}

test('ending a sign-in aborts its calls and no others', () => {
  const { calls } = start();
  const [own, other] = [calls.open(ANN), calls.open(caller('ann', 'ann-2'))];
  calls.endSignIn({ user: 'ann', exceptLoginId: 'ann-2' });
  expect([own.signal.aborted, other.signal.aborted]).toEqual([true, false]);
  expect(own.signal.reason).toMatchObject({ status: 403, message: 'need auth' });
});

test('aborts a call with the given reason once its caller loses access, and checks each sign-in once', () => {
  const { calls, gone, asked } = start();
  const role: { refusal?: string } = {};
  const own = [calls.open(ANN, () => role.refusal), calls.open(ANN)];
  calls.endRevoked();
  expect(own.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  expect(asked()).toBe(3);
  role.refusal = 'access denied';
  calls.endRevoked();
  expect(own.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(own[0]?.signal.reason).toMatchObject({ status: 403, message: 'access denied' });
  gone.add('ann-1');
  calls.endRevoked();
  expect(own[1]?.signal.aborted).toBe(true);
  expect(() => calls.open(ANN)).toThrow('need auth');
});

test('aborts a call whose check throws, and still checks the others', () => {
  const { calls } = start();
  let isBroken = false;
  const broken = calls.open(ANN, () => {
    if (isBroken) throw new Error('the record of the server cannot be read');
    return undefined;
  });
  const revoked = calls.open(ANN, () => (isBroken ? 'access denied' : undefined));
  isBroken = true;
  calls.endRevoked();
  expect([broken.signal.aborted, revoked.signal.aborted]).toEqual([true, true]);
});

test('aborts a stream when its sign-in ends, and removes a stream that ends normally', async () => {
  const { calls } = start();
  const [cut, whole] = [new PassThrough(), new PassThrough()];
  const failed = new Promise((resolve) => calls.stream(cut, ANN).once('error', resolve));
  calls.stream(whole, caller('bob', 'bob-1')).resume();
  whole.end('all of it');
  await new Promise((resolve) => whole.once('close', resolve));
  expect(calls.signIns()).toEqual([{ user: 'ann', loginId: 'ann-1' }]);
  calls.endSignIn({ user: 'ann' });
  expect(await failed).toMatchObject({ name: 'AbortError' });
  expect(cut.destroyed).toBe(true);
});

test('closes the body of a refused stream', () => {
  const { calls, gone } = start();
  gone.add('ann-1');
  const body = new PassThrough();
  expect(() => calls.stream(body, ANN)).toThrow('need auth');
  expect(body.destroyed).toBe(true);
});

test('limits the number of open calls per user', () => {
  const { calls } = start();
  const open = Array.from({ length: OF_USER_MAX }, () => calls.open(ANN));
  expect(() => calls.open(caller('ann', 'ann-2'))).toThrow('too many');
  calls.open(caller('bob', 'bob-1'));
  open[0]?.close();
  calls.open(ANN);
});

test('`end()` waits until every call is closed, and later calls are refused', async () => {
  const { calls } = start();
  const own = calls.open(ANN);
  let over = false;
  const ending = calls.end().then(() => (over = true));
  await Promise.resolve();
  expect([own.signal.aborted, over]).toEqual([true, false]);
  own.close();
  await ending;
  expect(() => calls.open(ANN)).toThrow('stopping');
});
