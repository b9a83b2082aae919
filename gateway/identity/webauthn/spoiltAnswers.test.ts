// Answers with one damaged byte.
import { expect, test } from 'vitest';
import type { AssertionOptionsJson } from '../../../src/wire/webauthn.ts';
import { fuzzRounds, Random } from '../../../tests/support/random.ts';
import { SoftKey } from '../../../tests/support/SoftKey.ts';
import { memoryStores } from '../../../tests/support/memoryStores.ts';
import { toGatewayConfig } from '../../config/toGatewayConfig.ts';
import { JsonObject } from '../../http/body.ts';
import { WebAuthn } from './WebAuthn.ts';

const auth = { ...toGatewayConfig({}, '/').auth, secondFactor: 'optional' as const };
const { devices, users } = memoryStores();
users.add({ name: 'ann', roles: ['access'], traits: {}, createdBy: 'x', createdMs: 0 });
const webauthn = new WebAuthn({
  devices,
  rpId: 'localhost',
  isApplication: () => false,
  auth: () => auth,
  now: () => 0,
});
const key = new SoftKey('http://localhost');

const sent = (json: object) => JsonObject.from(json, 'the answer');
const created = () => key.create(webauthn.registrationChallenge('ann', 'passwordless').publicKey, { verified: true });
const asked = (): AssertionOptionsJson => webauthn.passkeyChallenge()?.publicKey ?? { challenge: '' };

const random = new Random(7);
function spoil(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64url');
  const at = random.below(bytes.length);
  if (random.chance(0.2)) return bytes.subarray(0, at).toString('base64url');
  bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
  return bytes.toString('base64url');
}
const ROUNDS = fuzzRounds(400);

test('a registration with a damaged byte succeeds or fails with 400', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const good = created();
    const field = random.pick(['attestationObject', 'clientDataJSON'] as const);
    const answer = { ...good, response: { ...good.response, [field]: spoil(good.response[field]) } };
    // Keys have no attestation: a damaged answer may contain another id, or another point of the curve.
    const failure = await webauthn.checkRegistration('ann', sent(answer), 'passwordless').then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) expect(failure).toMatchObject({ name: 'ApiFailure', status: 400 });
  }
});

test('a passkey answer with a damaged byte signs in no user', async () => {
  const made = await webauthn.checkRegistration('ann', sent(created()), 'passwordless');
  devices.add({ ...made, id: 'k1', user: 'ann', name: 'key', kind: 'webauthn', addedMs: 0, usedMs: 0 });
  const good = key.get(asked(), { verified: true });
  for (let n = 0; n < ROUNDS; n += 1) {
    const field = random.pick(['authenticatorData', 'clientDataJSON', 'signature', 'userHandle'] as const);
    const answer = { ...good, response: { ...good.response, [field]: spoil(good.response[field] ?? '') } };
    expect(await webauthn.checkPasskey(sent(answer))).toMatchObject({ ok: false });
  }
  expect(await webauthn.checkPasskey(sent(good))).toMatchObject({ ok: true });
});
