import { expect, test } from 'vitest';
import { utf8 } from '../../src/lib/encoding.ts';
import { checkPasswordLength, hashPassword, verifyPassword } from './passwords.ts';

test('a password is accepted as it was set and in no other way', async () => {
  const stored = await hashPassword(utf8('correct horse'));
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(stored, utf8('correct horse'))).toBe(true);
  for (const wrong of ['', 'correct horsE', 'correct horse\0']) {
    expect(await verifyPassword(stored, utf8(wrong))).toBe(false);
  }
});

test('a longer one with the same beginning is another one', async () => {
  const stored = await hashPassword(utf8('x'.repeat(128)));
  expect(await verifyPassword(stored, utf8('x'.repeat(128)))).toBe(true);
  expect(await verifyPassword(stored, utf8('x'.repeat(5000)))).toBe(false);
});

test('nobody has no password, and saying so takes as long as for somebody', async () => {
  const stored = await hashPassword(utf8('correct horse'));
  const time = async (hash: string | undefined) => {
    const started = performance.now();
    for (let i = 0; i < 5; i += 1) expect(await verifyPassword(hash, utf8('guess'))).toBe(false);
    return performance.now() - started;
  };
  await time(undefined);
  const [somebody, nobody] = [await time(stored), await time(undefined)];
  expect(nobody / somebody).toBeGreaterThan(0.3);
  expect(nobody / somebody).toBeLessThan(3);
});

test.each([
  [5, 'password is too short, min length is 6'],
  [129, 'password is too long, max length is 128'],
])('a new password of %i bytes is refused', (length, message) => {
  expect(() => checkPasswordLength(utf8('x'.repeat(length)))).toThrow(message);
});

test('a new password of 6 to 128 bytes is fine', () => {
  for (const length of [6, 128]) expect(() => checkPasswordLength(utf8('x'.repeat(length)))).not.toThrow();
});
