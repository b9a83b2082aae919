// What authenticators are asked, as it travels (http-auth §3.1, §3.2): bytes go out in standard base64.
import { randomBytes } from 'node:crypto';
import { CHALLENGE_TTL_MS } from '../../../src/wire/constants.ts';
import type { AssertionOptionsJson, CreationOptionsJson } from '../../../src/wire/webauthn.ts';
import type { KeyDevice } from '../../store/devices.ts';
import { KEY_ALGORITHMS } from './verify.ts';

/** What the browser shows beside the account; a wire fact like the addresses. */
const RP_NAME = 'Teleport';

/** In base64url, as it comes back in the answer. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** For the keys of somebody who has given a password; those that only do this come first. */
export function loginOptions(challenge: string, rpId: string, keys: readonly KeyDevice[]): AssertionOptionsJson {
  const ordered = [...keys.filter((key) => !key.passkey), ...keys.filter((key) => key.passkey)];
  return {
    ...assertionOptions(challenge, rpId),
    allowCredentials: ordered.map(toDescriptor),
    userVerification: 'discouraged',
  };
}

/** For whichever passkey the browser offers. */
export const passkeyOptions = (challenge: string, rpId: string): AssertionOptionsJson => ({
  ...assertionOptions(challenge, rpId),
  userVerification: 'required',
});

type NewKeyRequest = {
  challenge: string;
  rpId: string;
  user: string;
  /** What passkeys will know the user by. */
  handle: string;
  passkey: boolean;
  /** Keys of the same kind, which must not be registered twice. */
  alike: readonly KeyDevice[];
};

export const creationOptions = ({
  challenge,
  rpId,
  user,
  handle,
  passkey,
  alike,
}: NewKeyRequest): CreationOptionsJson => ({
  challenge: toStandard(challenge),
  rp: { name: RP_NAME, id: rpId },
  user: { name: user, displayName: user, id: Buffer.from(handle).toString('base64') },
  pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  authenticatorSelection: { requireResidentKey: passkey, userVerification: passkey ? 'required' : 'discouraged' },
  timeout: CHALLENGE_TTL_MS,
  ...(alike.length > 0 && { excludeCredentials: alike.map(toDescriptor) }),
  attestation: 'none',
});

const toStandard = (urlBase64: string): string => Buffer.from(urlBase64, 'base64url').toString('base64');

const toDescriptor = ({ credentialId }: KeyDevice) => ({ type: 'public-key', id: toStandard(credentialId) }) as const;

const assertionOptions = (challenge: string, rpId: string): AssertionOptionsJson => ({
  challenge: toStandard(challenge),
  timeout: CHALLENGE_TTL_MS,
  rpId,
});
