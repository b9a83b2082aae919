import { expect, test } from 'vitest';
import { checkDevice, checkPassword, emptyAccount, type NewAccount } from './newAccount.ts';

const account = (part: Partial<NewAccount>): NewAccount => ({
  ...emptyAccount('otp'),
  password: 'hunter22',
  again: 'hunter22',
  code: '418229',
  ...part,
});

test.each([
  [{}, {}],
  [{ password: 'short', again: 'short' }, { password: 'At least 6 characters' }],
  [{ again: '' }, { again: 'Type it again' }],
  [{ again: 'hunter23' }, { again: 'Does not match' }],
  [{ password: 'ж'.repeat(65), again: 'ж'.repeat(65) }, { password: 'Too long: 130 of at most 128 bytes' }],
  [{ password: 'ж'.repeat(64), again: 'ж'.repeat(64) }, {}],
])('password %j: %j', (part, errors) => expect(checkPassword(account(part), 6)).toEqual(errors));

test('the minimum length of a password is set by the gateway, in characters', () => {
  const [short, long] = [account({ password: '\u{1f600}'.repeat(11) }), account({ password: '\u{1f600}'.repeat(12) })];
  expect(checkPassword(short, 12).password).toBe('At least 12 characters');
  expect(checkPassword(long, 12).password).toBeUndefined();
});

const named = (name: string) => ({ deviceNames: { otp: name, key: name, passkey: name } });

test.each([
  ['otp', {}, {}],
  ['otp', { code: '41822' }, { code: 'Type the 6 digits' }],
  ['otp', named('  '), { deviceName: 'Enter a name' }],
  ['key', { code: '' }, {}],
  ['key', { code: '', ...named('') }, { deviceName: 'Enter a name' }],
  ['passkey', named('ж'.repeat(16)), { deviceName: 'Too long: 32 of at most 30 bytes' }],
  ['passkey', named('ж'.repeat(15)), {}],
  ['none', { code: '', ...named('') }, {}],
] as const)('device %s %j: %j', (role, part, errors) => {
  expect(checkDevice(account(part), role)).toEqual(errors);
});
