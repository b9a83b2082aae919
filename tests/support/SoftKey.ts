// An authenticator in software: ES256, no attestation. It also signs requests that a real one would refuse.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  AssertionJson,
  AssertionOptionsJson,
  CreationJson,
  CreationOptionsJson,
} from '../../src/wire/webauthn.ts';

/** The properties of a ceremony. An absent field has the valid value. */
export type Ceremony = {
  /** Whether the authenticator verified the user, by PIN or fingerprint. */
  verified?: boolean;
  /** Whether the user touched it. */
  present?: boolean;
  /** Origin of the page that calls it. */
  origin?: string;
  /** `webauthn.get`, `webauthn.create` */
  type?: string;
  /** The signature counter of the key. */
  count?: number;
  /** Bytes to sign and send instead of the challenge, as standard base64. */
  challenge?: string;
  /** The relying party that the authenticator assumes. */
  rpId?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export class SoftKey {
  readonly id = randomBytes(32);
  count = 0;
  userHandle = '';
  #origin: string;
  #publicKey: Buffer;
  #privateKey: KeyObject;

  /** `origin`: of the calling pages, `http://localhost:3080`. */
  constructor(origin: string) {
    this.#origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = cborMap([
      [cborInt(1), cborInt(2)], // elliptic curve
      [cborInt(3), cborInt(-7)], // ES256
      [cborInt(-1), cborInt(1)], // P-256
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
  }

  /** The answer to a registration challenge. */
  create(options: CreationOptionsJson, ceremony: Ceremony = {}): CreationJson {
    this.userHandle = Buffer.from(options.user.id, 'base64').toString('base64url');
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const data = Buffer.concat([
      this.#authenticatorData(ceremony.rpId ?? options.rp.id, HAS_CREDENTIAL, ceremony.count ?? this.count, ceremony),
      credential,
    ]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ]);
    return {
      ...this.#credential(),
      response: {
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, ceremony).toString('base64url'),
      },
    };
  }

  /** The answer to an authentication challenge. */
  get(options: AssertionOptionsJson, ceremony: Ceremony = {}): AssertionJson {
    this.count = ceremony.count ?? this.count + 1;
    const client = this.#clientData('webauthn.get', options.challenge, ceremony);
    const data = this.#authenticatorData(ceremony.rpId ?? options.rpId ?? '', 0, this.count, ceremony);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey);
    return {
      ...this.#credential(),
      response: {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', extensions: { appid: false } } as const;
  }

  #clientData(type: string, challenge: string, ceremony: Ceremony): Buffer {
    const sent = {
      type: ceremony.type ?? type,
      challenge: Buffer.from(ceremony.challenge ?? challenge, 'base64').toString('base64url'),
      origin: ceremony.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(sent));
  }

  #authenticatorData(
    rpId: string,
    flags: number,
    count: number,
    { present = true, verified = false }: Ceremony,
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const all = flags | (present ? PRESENT : 0) | (verified ? VERIFIED : 0);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), counter]);
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The few shapes of CBOR that an authenticator sends. */
function cborHead(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 0xff]);
}
const cborInt = (n: number): Buffer => (n >= 0 ? cborHead(0, n) : cborHead(1, -1 - n));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (pairs: (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
