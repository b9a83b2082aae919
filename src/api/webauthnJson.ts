import { fromBase64, toBase64 } from '../lib/encoding.ts';
import type { AssertionJson, AssertionOptionsJson, CreationJson, CreationOptionsJson } from '../wire/webauthn.ts';

// Converts between the wire's text and the browser's bytes (http-auth §3). The server sends standard base64, the client
// sends base64url without padding.

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  if (!bytes) throw new Error('The server sent a challenge that cannot be read');
  return bytes;
}

const descriptorsOf = (list: readonly { type: 'public-key'; id: string }[]): PublicKeyCredentialDescriptor[] =>
  list.map(({ type, id }) => ({ type, id: bytesOf(id) }));

export function toRequestOptions(json: AssertionOptionsJson): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials, ...rest } = json;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    ...(allowCredentials && { allowCredentials: descriptorsOf(allowCredentials) }),
  };
}

export function toCreationOptions(json: CreationOptionsJson): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials, ...rest } = json;
  return {
    ...rest,
    challenge: bytesOf(challenge),
    user: { name: user.name, displayName: user.displayName ?? user.name, id: bytesOf(user.id) },
    ...(excludeCredentials && { excludeCredentials: descriptorsOf(excludeCredentials) }),
  };
}

/** base64url without padding. */
const textOf = (bytes: ArrayBuffer | null): string =>
  toBase64(new Uint8Array(bytes ?? []))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const envelopeOf = (credential: PublicKeyCredential) => ({
  id: credential.id,
  type: 'public-key' as const,
  rawId: textOf(credential.rawId),
  extensions: { appid: Boolean(credential.getClientExtensionResults().appid) },
});

export function toAssertionJson(credential: PublicKeyCredential): AssertionJson {
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...envelopeOf(credential),
    response: {
      authenticatorData: textOf(response.authenticatorData),
      clientDataJSON: textOf(response.clientDataJSON),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle),
    },
  };
}

export function toCreationJson(credential: PublicKeyCredential): CreationJson {
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...envelopeOf(credential),
    response: {
      attestationObject: textOf(response.attestationObject),
      clientDataJSON: textOf(response.clientDataJSON),
    },
  };
}
