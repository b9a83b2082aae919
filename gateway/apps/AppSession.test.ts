import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppSession, OPEN_MAX, openOfUsers } from './AppSession.ts';

function sessionsOf() {
  const openOfUser = openOfUsers();
  return (user: string, name: string) => {
    const holder = { user, loginId: 'a', loginMs: 0, mfaDevice: undefined, signInDevice: undefined };
    const app = { key: name, name, publicAddr: '', uri: '' };
    return new AppSession(holder, app, { expiresMs: 1, nowMs: 0 }, openOfUser);
  };
}

test('limits the open requests of a user across all applications', () => {
  const open = sessionsOf();
  const [wiki, board, other] = [open('ann', 'wiki'), open('ann', 'board'), open('bob', 'wiki')];
  const ends = Array.from({ length: OPEN_MAX }, (_, i) => (i % 2 === 0 ? wiki : board).begin(() => undefined));
  expect(() => open('ann', 'wiki').begin(() => undefined)).toThrow('Too many');
  other.begin(() => undefined);
  ends[0]?.();
  ends[0]?.();
  board.begin(() => undefined);
  expect(() => board.begin(() => undefined)).toThrow('Too many');
});

test('open requests end with their session, and count until they are finished', async () => {
  const open = sessionsOf();
  const [wiki, board] = [open('ann', 'wiki'), open('ann', 'board')];
  let cut = 0;
  const ends = Array.from({ length: OPEN_MAX }, () => wiki.begin(() => cut++));
  wiki.cutAll();
  await expect.poll(() => cut).toBe(OPEN_MAX);
  for (const end of ends) end();
  board.begin(() => undefined);
  wiki.begin(() => cut++);
  expect(cut).toBe(OPEN_MAX + 1);
});

test('other work runs while many requests end with their session', async () => {
  const wiki = sessionsOf()('ann', 'wiki');
  const turns = new Set<number>();
  let turn = 0;
  for (let n = 0; n < 50; n += 1) wiki.begin(() => busyCut());
  wiki.cutAll();
  for (; turn < 100; turn += 1) await setImmediate();
  expect(turns.size).toBeGreaterThan(3);

  function busyCut(): void {
    turns.add(turn);
    const until = performance.now() + 2;
    while (performance.now() < until);
  }
});

test('a request that ends by itself before its turn is not ended again', async () => {
  const wiki = sessionsOf()('ann', 'wiki');
  let cut = 0;
  const end = wiki.begin(() => cut++);
  wiki.cutAll();
  end();
  await setImmediate();
  await setImmediate();
  expect(cut).toBe(0);
});
