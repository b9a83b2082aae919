// A hardware key of an account, as the API sees it.
import type { AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from './ApiClient.ts';
import { SoftKey } from './SoftKey.ts';

/** Adds a hardware key to an account that is signed in and has no second factor. `origin`: of the console's pages. */
export async function addKey(browser: ApiClient, origin: string): Promise<SoftKey> {
  const { json: tokenId } = await browser.call('POST', 'users/privilege/token', {});
  const asked = await browser.call('POST', `mfa/token/${String(tokenId)}/registerchallenge`, {
    deviceType: 'webauthn',
  });
  const options = (asked.json as RegisterChallengeJson).webauthn?.publicKey;
  if (!options) throw new Error(`no registration challenge: ${asked.text}`);
  const key = new SoftKey(origin);
  const added = await browser.call('POST', 'mfa/devices', {
    tokenId,
    deviceName: 'yubi',
    webauthnRegisterResponse: key.create(options),
  });
  if (added.status !== 200) throw new Error(`the key was not added: ${added.text}`);
  return key;
}

/** The key's assertion for a new challenge of the server. */
export async function assertionOf(browser: ApiClient, key: SoftKey) {
  const asked = await browser.call('POST', 'mfa/authenticatechallenge');
  const options = (asked.json as AuthnChallengeJson).webauthn_challenge?.publicKey;
  if (!options) throw new Error(`no challenge: ${asked.text}`);
  return key.get(options);
}
