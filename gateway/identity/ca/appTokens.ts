// Tokens that identify a user to an application, and the key that verifies them (http-resources §4.5).
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { SettingStore } from '../../store/settings.ts';
import { makeRs256Key, rs256Jwk, signRs256, tokenTimes, type Rs256Jwk } from './rs256.ts';

const SETTING = 'app_token_key';

export type AppClaims = {
  /** The address of the application. */
  audience: string;
  issuer: string;
  user: string;
  roles: readonly string[];
  traits: Readonly<Record<string, readonly string[]>>;
  expiresMs: number;
};

/** RS256 with a separate key, which is generated at its first use. */
export class AppTokens {
  #settings: SettingStore;
  #key: Promise<KeyObject> | undefined;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  async issue({ audience, issuer, user, roles, traits, expiresMs }: AppClaims, nowMs: number): Promise<string> {
    const { iat, exp, nbf } = tokenTimes(nowMs, expiresMs);
    const claims = {
      aud: [audience],
      exp,
      iat,
      iss: issuer,
      nbf,
      roles,
      sub: user,
      traits,
      username: user,
    };
    return signRs256(await this.#open(), claims);
  }

  async publicKeys(): Promise<{ keys: Rs256Jwk[] }> {
    return { keys: [rs256Jwk(await this.#open(), '')] };
  }

  #open(): Promise<KeyObject> {
    this.#key ??= openKey(this.#settings);
    this.#key.catch(() => (this.#key = undefined));
    return this.#key;
  }
}

async function openKey(settings: SettingStore): Promise<KeyObject> {
  const made = settings.get(SETTING) === undefined ? await makeRs256Key() : '';
  // If two keys are generated at the same time, the first stored one counts.
  return createPrivateKey(settings.getOrMake(SETTING, () => made));
}
