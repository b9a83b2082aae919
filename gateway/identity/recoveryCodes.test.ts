import { expect, test } from 'vitest';
import { newRecoveryCodes, normalRecoveryCode } from './recoveryCodes.ts';

test('creates three different codes of eight words', () => {
  const codes = newRecoveryCodes();
  expect(codes).toHaveLength(3);
  for (const code of codes)
    expect(code).toMatch(/^tele(-[bdfghj-np-tvz][aiou][bdfghj-np-tvz][aiou][bdfghj-np-tvz]){8}$/);
  expect(new Set(codes.flatMap((code) => code.split('-').slice(1))).size).toBeGreaterThan(20);
});

test('every bit of the random bytes changes the code', () => {
  const codeOf = (bytes: Buffer) => newRecoveryCodes(() => bytes)[0];
  const codes = Array.from({ length: 128 }, (_, bit) => {
    const bytes = Buffer.alloc(16);
    bytes[bit >> 3] = 1 << (bit & 7);
    return codeOf(bytes);
  });
  expect(new Set([...codes, codeOf(Buffer.alloc(16))]).size).toBe(129);
});

test.each([' tele-babab-dibid ', 'TELE-Babab-DIBID', 'tele babab  dibid', 'tele–babab—dibid', 'tele\nbabab\ndibid'])(
  'normalizes %j',
  (typed) => {
    expect(normalRecoveryCode(typed)).toBe('tele-babab-dibid');
  },
);
