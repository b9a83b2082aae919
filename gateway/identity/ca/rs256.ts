// Keys and signatures of tokens with the algorithm RS256 [RFC 7518 §3.3].
import { createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const KEY_BITS = 2048;
/** Allows for verifiers whose clocks are behind. */
const EARLY_S = 10;

/** A public key in the form that verifiers read. */
export type Rs256Jwk = { kty: 'RSA'; alg: 'RS256'; n: string; e: string; use: 'sig'; kid: string };

/** A new private key as PEM. It is generated outside the event loop. */
export async function makeRs256Key(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function rs256Jwk(key: KeyObject, kid: string): Rs256Jwk {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { kty: 'RSA', alg: 'RS256', n, e, use: 'sig', kid };
}

/** The time claims of a token that is made now, in seconds. */
export function tokenTimes(nowMs: number, expiresMs: number): { iat: number; exp: number; nbf: number } {
  const nowS = Math.floor(nowMs / 1000);
  return { iat: nowS, exp: Math.floor(expiresMs / 1000), nbf: nowS - EARLY_S };
}

/** A JWT. `kid`: the name of the key in the header. If it is absent, the header has none. */
export async function signRs256(key: KeyObject, claims: object, kid?: string): Promise<string> {
  const head = { alg: 'RS256', typ: 'JWT', ...(kid !== undefined && { kid }) };
  const signed = `${encoded(head)}.${encoded(claims)}`;
  const signature = await promisify(sign)('sha256', Buffer.from(signed), key);
  return `${signed}.${signature.toString('base64url')}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
