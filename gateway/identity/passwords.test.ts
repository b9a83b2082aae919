import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import { checkPasswordLength, hashPassword, verifyPassword } from './passwords.ts';

const OWNER = { user: 'ann' };

test('accepts the exact password only', async () => {
  const stored = await hashPassword(utf8('correct horse'), OWNER);
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(stored, utf8('correct horse'), OWNER)).toBe(true);
  for (const wrong of ['', 'correct horsE', 'correct horse\0']) {
    expect(await verifyPassword(stored, utf8(wrong), OWNER)).toBe(false);
  }
});

test('refuses a longer password with the same beginning', async () => {
  const stored = await hashPassword(utf8('x'.repeat(128)), OWNER);
  expect(await verifyPassword(stored, utf8('x'.repeat(128)), OWNER)).toBe(true);
  expect(await verifyPassword(stored, utf8('x'.repeat(5000)), OWNER)).toBe(false);
});

test('refuses an unknown user after the same time as a wrong password', async () => {
  const stored = await hashPassword(utf8('correct horse'), OWNER);
  const time = async (hash: string | undefined) => {
    const spentMs = cpuClock();
    for (let i = 0; i < 5; i += 1) expect(await verifyPassword(hash, utf8('guess'), OWNER)).toBe(false);
    return spentMs();
  };
  await time(undefined);
  const [known, unknown] = [await time(stored), await time(undefined)];
  expect(unknown / known).toBeGreaterThan(0.3);
  expect(unknown / known).toBeLessThan(3);
});

test.each([
  [5, 'password is too short, min length is 6'],
  [129, 'password is too long, max length is 128'],
])('refuses a new password of %i bytes', (length, message) => {
  expect(() => checkPasswordLength(utf8('x'.repeat(length)))).toThrow(message);
});

test('accepts a new password of 6 to 128 bytes', () => {
  for (const length of [6, 128]) expect(() => checkPasswordLength(utf8('x'.repeat(length)))).not.toThrow();
});

test('checks the passwords of users in turn, so that a flood of one user does not delay another', async () => {
  const stored = await hashPassword(utf8('correct horse'), OWNER);
  const ended: string[] = [];
  const judge = (user: string) => verifyPassword(stored, utf8('guess'), { user }).then(() => ended.push(user));
  await Promise.all([...Array.from({ length: 12 }, () => judge('ann')), judge('bob')]);
  expect(ended.indexOf('bob')).toBeLessThan(6);
});
