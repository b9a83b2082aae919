// The options for authenticators on the wire (http-auth §3.1, §3.2): bytes are standard base64.
import { randomBytes } from 'node:crypto';
import { CHALLENGE_TTL_MS } from '../../../src/wire/constants.ts';
import type { AssertionOptionsJson, CreationOptionsJson } from '../../../src/wire/webauthn.ts';
import type { KeyDevice } from '../../store/devices.ts';
import { KEY_ALGORITHMS } from './verify.ts';

/** The name that the browser shows beside the account. A wire fact like the addresses. */
const RP_NAME = 'Teleport';

/** In base64url, as in the answer. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** For the keys of a user who has given a password. Keys that are only second factors come first. */
export function loginOptions(challenge: string, rpId: string, keys: readonly KeyDevice[]): AssertionOptionsJson {
  const ordered = [...keys.filter((key) => !key.passkey), ...keys.filter((key) => key.passkey)];
  return {
    ...assertionOptions(challenge, rpId),
    allowCredentials: ordered.map(toDescriptor),
    userVerification: 'discouraged',
  };
}

/** For any passkey that the browser offers. */
export const passkeyOptions = (challenge: string, rpId: string): AssertionOptionsJson => ({
  ...assertionOptions(challenge, rpId),
  userVerification: 'required',
});

type NewKeyRequest = {
  challenge: string;
  rpId: string;
  user: string;
  /** The id by which passkeys know the user. */
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
