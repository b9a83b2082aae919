import { expect, test } from 'vitest';
import { checkFactor, checkPassword } from './newAccount.ts';
import type { NewAccount } from './newAccount.ts';

const account = (part: Partial<NewAccount>): NewAccount => ({
  password: 'hunter22',
  again: 'hunter22',
  factor: 'otp',
  code: '418229',
  deviceName: 'phone',
  ...part,
});

test.each([
  [{}, {}],
  [{ password: 'short', again: 'short' }, { password: 'At least 6 characters' }],
  [{ again: '' }, { again: 'Type it again' }],
  [{ again: 'hunter23' }, { again: 'Not the same as above' }],
  [{ password: 'ж'.repeat(65), again: 'ж'.repeat(65) }, { password: 'Too long: 130 of at most 128 bytes' }],
  [{ password: 'ж'.repeat(64), again: 'ж'.repeat(64) }, {}],
])('password %j: %j', (part, errors) => {
  expect(checkPassword(account(part))).toEqual(errors);
});

test.each([
  [{}, {}],
  [{ code: '41822' }, { code: 'Type the 6 digits' }],
  [{ deviceName: '  ' }, { deviceName: 'Give it a name' }],
  [{ deviceName: 'ж'.repeat(16) }, { deviceName: 'At most 30 characters' }],
  [{ factor: 'none' as const, code: '', deviceName: '' }, {}],
])('factor %j: %j', (part, errors) => {
  expect(checkFactor(account(part))).toEqual(errors);
});
