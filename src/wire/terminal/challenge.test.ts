import { expect, test } from 'vitest';
import { WireError } from '../wireError.ts';
import { decodeChallenge } from './challenge.ts';

test('what a key is to sign is told as it came', () => {
  const publicKey = { challenge: 'q83v', timeout: 300_000, rpId: 'lab.test', userVerification: 'discouraged' };
  const payload = JSON.stringify({ webauthn_challenge: { publicKey }, totp_challenge: false });
  expect(decodeChallenge(payload)).toEqual({ webauthn_challenge: { publicKey }, totp_challenge: false });
});

test('a challenge of a newer server may hold none for a key', () => {
  const payload = '{"webauthn_challenge":null,"totp_challenge":false,"sso_challenge":{"requestId":"1"}}';
  expect(decodeChallenge(payload)).toEqual({ webauthn_challenge: null, totp_challenge: false });
});

test.each(['', 'null', '[]', '{"webauthn_challenge":{"publicKey":{}}}'])('%j is no challenge', (payload) => {
  expect(() => decodeChallenge(payload)).toThrow(WireError);
});
