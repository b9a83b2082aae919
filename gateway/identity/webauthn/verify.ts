// The only module that uses the library that verifies keys. The library is loaded with the first answer.
import type { KeyDevice } from '../../store/devices.ts';
import type { Assertion, Creation } from './answers.ts';

/** [http-auth §3.2] COSE numbers of the accepted signatures, the preferred first. */
export const KEY_ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

export type NewKey = Pick<KeyDevice, 'credentialId' | 'publicKey' | 'signCount'> & { userVerified: boolean };

/** Returns the key's new signature count. Throws if the answer is not from this key to this challenge. */
export async function verifyAssertion(
  { type, credentialId, clientDataJson, clientData, authenticatorData, signature }: Assertion,
  { publicKey, signCount }: Pick<KeyDevice, 'publicKey' | 'signCount'>,
  expected: { challenge: string; rpId: string; userVerification: boolean },
): Promise<{ signCount: number }> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: publicKeyType(type),
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, authenticatorData, signature },
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: clientData.origin, // sub-domains count too: checked before
    expectedRPID: expected.rpId,
    requireUserVerification: expected.userVerification,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
    },
  });
  if (!verified) throw new Error('the signature is not the key’s');
  return { signCount: authenticationInfo.newCounter };
}

/**
 * Throws if the answer does not belong to this challenge. The maker of the key is not verified: attestation is none.
 */
export async function verifyCreation(
  { type, credentialId, clientDataJson, clientData, attestationObject }: Creation,
  expected: { challenge: string; rpId: string },
): Promise<NewKey> {
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: publicKeyType(type),
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, attestationObject },
    },
    expectedChallenge: expected.challenge,
    expectedOrigin: clientData.origin,
    expectedRPID: expected.rpId,
    requireUserVerification: false, // the caller checks this
    supportedAlgorithmIDs: KEY_ALGORITHMS,
  });
  if (!result.verified) throw new Error('the attestation of the key is invalid');
  const { credential, userVerified } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    userVerified,
  };
}

function publicKeyType(type: string): 'public-key' {
  if (type !== 'public-key') throw new Error(`the answer is of type "${type}", not "public-key"`);
  return type;
}

let loaded: ReturnType<typeof load> | undefined;
const library = () => (loaded ??= load());

/**
 * Makers' certificates are not verified up to their roots: for some makers that would call their servers on the
 * network.
 */
async function load() {
  const simplewebauthn = await import('@simplewebauthn/server');
  for (const identifier of ['apple', 'android-key', 'android-safetynet'] as const) {
    simplewebauthn.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return simplewebauthn;
}
