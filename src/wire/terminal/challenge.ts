import { at, isObject, parseJson } from '../../lib/json.ts';
import type { AssertionJson, AuthnChallengeJson } from '../webauthn.ts';
import { WireError } from '../wireError.ts';

/** Payload of an `n` frame of the server (streams §3.4). Keys of newer releases are left alone. */
export function decodeChallenge(payload: string): AuthnChallengeJson {
  const json = parseJson(payload);
  if (!isObject(json)) throw new WireError('challenge: not a JSON object');
  const publicKey = at(json, 'webauthn_challenge', 'publicKey');
  if (publicKey !== undefined && typeof at(publicKey, 'challenge') !== 'string') {
    throw new WireError('challenge: nothing to sign in it');
  }
  return {
    webauthn_challenge: publicKey === undefined ? null : (at(json, 'webauthn_challenge') as { publicKey: never }),
    totp_challenge: at(json, 'totp_challenge') === true,
  };
}

/** Payload of the `n` frame that answers (streams §3.4): the assertion itself, without anything around it. */
export const encodeChallengeAnswer = (assertion: AssertionJson): string => JSON.stringify(assertion);
