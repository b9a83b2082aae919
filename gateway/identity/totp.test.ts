import { describe, expect, test } from 'vitest';
import { newTotpSecret, stepAt, stepOfCode, totpQrCode } from './totp.ts';

/** "12345678901234567890" of RFC 6238, appendix B (its codes cut to six digits). */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('at second %i is %s, and is accepted one period before and after', (second, code) => {
    const step = stepAt(second * 1000);
    for (const periods of [-1, 0, 1]) expect(stepOfCode(SECRET, code, (second + periods * 30) * 1000)).toBe(step);
    for (const periods of [-2, 2]) expect(stepOfCode(SECRET, code, (second + periods * 30) * 1000)).toBeUndefined();
  });
  test.each(['', '28708', '2870820', ' 287082', '28708x', '²87082', 'not a code'])('“%s” is refused', (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeUndefined();
  });
});

test('secrets are 160 random bits', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test.each(['ann', 'a'.repeat(200), 'é/?&@x.test'])(
  'the QR code for %s has the size that clients expect',
  async (user) => {
    const png = Buffer.from(await totpQrCode(newTotpSecret(), user, 'example.test'), 'base64');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([456, 456]);
  },
);
