// The gateway as an identity provider of cloud accounts (http-resources §14.2): its keys, which change every month.
import { createHash, createPrivateKey, randomUUID, type KeyObject } from 'node:crypto';
import { at, parseJson, textAt } from '../../../src/lib/json.ts';
import type { SettingStore } from '../../store/settings.ts';
import { makeRs256Key, rs256Jwk, signRs256, tokenTimes, type Rs256Jwk } from './rs256.ts';

const SETTING = 'oidc_keys';
const DAY_MS = 86_400_000;
/** A key gets a successor at this age. */
const ROTATE_MS = 30 * DAY_MS;
/** A new key is published for this long before it signs, because verifiers cache keys. */
const LEAD_MS = DAY_MS;
/** A replaced key is published for this long after its last signature. No token lives longer. */
const TRAIL_MS = DAY_MS;
/** A token is used at once: AWS gives credentials for it. */
const TOKEN_LIFE_MS = 10 * 60_000;

/** The claims of a token, as the discovery document lists them. */
export const OIDC_CLAIMS = ['iss', 'sub', 'obo', 'aud', 'jti', 'iat', 'exp', 'nbf'] as const;

export type OidcClaims = { issuer: string; audience: string; subject: string; onBehalfOf: string };

type Stored = { pem: string; madeMs: number };
type Key = Stored & { key: KeyObject; jwk: Rs256Jwk };

export class OidcKeys {
  #settings: SettingStore;
  /** The oldest first. */
  #ring: Promise<Key[]> | undefined;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  /** All keys that verify tokens in use, and the key that signs next. */
  async publicKeys(nowMs: number): Promise<{ keys: Rs256Jwk[] }> {
    return { keys: (await this.#keys(nowMs)).map(({ jwk }) => jwk) };
  }

  /** A token for ten minutes. Rejects if no key could be generated or stored. */
  async issue({ issuer, audience, subject, onBehalfOf }: OidcClaims, nowMs: number): Promise<string> {
    const { key, jwk } = signerOf(await this.#keys(nowMs), nowMs);
    const claims: Record<(typeof OIDC_CLAIMS)[number], unknown> = {
      iss: issuer,
      sub: subject,
      obo: onBehalfOf,
      aud: audience,
      jti: randomUUID(),
      ...tokenTimes(nowMs, nowMs + TOKEN_LIFE_MS),
    };
    return signRs256(key, claims, jwk.kid);
  }

  /** Each call waits for the one before, so that a key gets one successor. The next call retries after a failure. */
  #keys(nowMs: number): Promise<Key[]> {
    const before = this.#ring ?? Promise.resolve(loadRing(this.#settings));
    const rotated = before.then((ring) => this.#rotate(ring, nowMs));
    this.#ring = rotated;
    rotated.catch(() => {
      if (this.#ring === rotated) this.#ring = undefined;
    });
    return rotated;
  }

  async #rotate(ring: Key[], nowMs: number): Promise<Key[]> {
    const newest = ring.at(-1);
    const isDue = !newest || nowMs - newest.madeMs >= ROTATE_MS;
    const next = isDue ? [...ring, toKey({ pem: await makeRs256Key(), madeMs: nowMs })] : ring;
    const current = next.filter((_, i) => !isOver(next[i + 1], nowMs));
    if (isDue || current.length < ring.length) {
      this.#settings.set(SETTING, JSON.stringify(current.map(({ pem, madeMs }) => ({ pem, madeMs }))));
    }
    return current;
  }
}

const isOver = (successor: Key | undefined, nowMs: number): boolean =>
  successor !== undefined && nowMs - successor.madeMs >= LEAD_MS + TRAIL_MS;

/** The newest key that verifiers have had time to read, or the only key. */
function signerOf(ring: readonly Key[], nowMs: number): Key {
  const publishedKeys = ring.filter(({ madeMs }) => nowMs - madeMs >= LEAD_MS);
  const signer = publishedKeys.at(-1) ?? ring[0];
  if (!signer) throw new Error('there is no key to sign with');
  return signer;
}

function loadRing(settings: SettingStore): Key[] {
  const stored = parseJson(settings.get(SETTING) ?? '');
  return (Array.isArray(stored) ? (stored as unknown[]) : []).map((item) =>
    toKey({ pem: textAt(item, 'pem'), madeMs: Number(at(item, 'madeMs')) }),
  );
}

function toKey(stored: Stored): Key {
  const key = createPrivateKey(stored.pem);
  const jwk = rs256Jwk(key, '');
  const { n, e, kty } = jwk;
  // The thumbprint of RFC 7638: members in alphabetical order.
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  return { ...stored, key, jwk: { ...jwk, kid } };
}
