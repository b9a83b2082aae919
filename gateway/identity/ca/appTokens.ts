// Tokens that tell an application who its user is, and the key that they verify against (http-resources §4.5).
import { createPrivateKey, createPublicKey, generateKeyPair, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SettingStore } from '../../store/settings.ts';

const SETTING = 'app_token_key';
const KEY_BITS = 2048;
/** For clocks of applications that are behind. */
const EARLY_S = 10;

export type AppClaims = {
  /** The address of the application. */
  audience: string;
  issuer: string;
  user: string;
  roles: readonly string[];
  traits: Readonly<Record<string, readonly string[]>>;
  expiresMs: number;
};

/** RS256 with a key of its own, which is made at its first use. */
export class AppTokens {
  #settings: SettingStore;
  #key: Promise<KeyObject> | undefined;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  async issue({ audience, issuer, user, roles, traits, expiresMs }: AppClaims, nowMs: number): Promise<string> {
    const nowS = Math.floor(nowMs / 1000);
    const claims = {
      aud: [audience],
      exp: Math.floor(expiresMs / 1000),
      iat: nowS,
      iss: issuer,
      nbf: nowS - EARLY_S,
      roles,
      sub: user,
      traits,
      username: user,
    };
    const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
    const key = await this.#open();
    const signature = await promisify(sign)('sha256', Buffer.from(signed), key);
    return `${signed}.${signature.toString('base64url')}`;
  }

  async publicKeys(): Promise<{ keys: JsonWebKey[] }> {
    const { n = '', e = '' } = createPublicKey(await this.#open()).export({ format: 'jwk' });
    return { keys: [{ kty: 'RSA', alg: 'RS256', n, e, use: 'sig', kid: '' }] };
  }

  #open(): Promise<KeyObject> {
    this.#key ??= openKey(this.#settings);
    this.#key.catch(() => (this.#key = undefined));
    return this.#key;
  }
}

async function openKey(settings: SettingStore): Promise<KeyObject> {
  const made = settings.get(SETTING) === undefined ? await makeKey() : '';
  // Of two that are made at the same time the one that is stored first counts.
  return createPrivateKey(settings.getOrMake(SETTING, () => made));
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
