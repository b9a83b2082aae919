// A software security key of an account on a gateway in the test's process.
import type { RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from './ApiClient.ts';
import { SoftKey } from './SoftKey.ts';

/** The origin of such a gateway's pages, as browsers see it. */
const ORIGIN = 'http://localhost:3080';

/** Adds the account's first device, a key that counts as a second factor. */
export async function addSecurityKey(browser: ApiClient): Promise<SoftKey> {
  const key = new SoftKey(ORIGIN);
  const tokenId = String((await browser.call('POST', 'users/privilege/token', {})).json);
  const body = { deviceType: 'webauthn', deviceUsage: 'mfa' };
  const { json } = await browser.call('POST', `mfa/token/${tokenId}/registerchallenge`, body);
  const creation = (json as RegisterChallengeJson).webauthn?.publicKey;
  if (!creation) throw new Error('the gateway offers no registration of a key');
  const webauthnRegisterResponse = key.create(creation);
  const device = { tokenId, deviceName: 'own', webauthnRegisterResponse, deviceUsage: 'mfa' };
  const answer = await browser.call('POST', 'mfa/devices', device);
  if (answer.status !== 200) throw new Error(`the key was refused: ${answer.text}`);
  return key;
}
