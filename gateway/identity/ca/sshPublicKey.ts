import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { stdBase64 } from '../../http/stdBase64.ts';
import { readSshStrings, sshString } from './sshWire.ts';

export type SshPublicKey = {
  /** `ssh-ed25519` */
  type: string;
  /** The fields after the type, both in a key and in a certificate of it. */
  fields: Buffer;
  /** The same key for code outside SSH. */
  key: KeyObject;
};

/** Why a key is refused. The sender sees the message. */
export class SshKeyError extends Error {
  override name = 'SshKeyError';
}

const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 16_384;
/** Longer than any accepted key, so that clients cannot make the gateway decode megabytes. */
const LINE_LENGTH_MAX = 16_384;

type KeyForm = { strings: number; jwk: (fields: Buffer[]) => JsonWebKey | undefined };

const ecdsa = (curve: string, crv: string, size: number): KeyForm => ({
  strings: 2,
  jwk: ([name, point]) =>
    name?.toString() === curve && point?.length === 1 + 2 * size && point[0] === 0x04
      ? { kty: 'EC', crv, x: url(point.subarray(1, 1 + size)), y: url(point.subarray(1 + size)) }
      : undefined,
});

const FORMS = new Map<string, KeyForm>([
  [
    'ssh-rsa',
    { strings: 2, jwk: ([e, n]) => (e && n ? { kty: 'RSA', e: url(unsigned(e)), n: url(unsigned(n)) } : undefined) },
  ],
  [
    'ssh-ed25519',
    { strings: 1, jwk: ([x]) => (x?.length === 32 ? { kty: 'OKP', crv: 'Ed25519', x: url(x) } : undefined) },
  ],
  ['ecdsa-sha2-nistp256', ecdsa('nistp256', 'P-256', 32)],
  ['ecdsa-sha2-nistp384', ecdsa('nistp384', 'P-384', 48)],
  ['ecdsa-sha2-nistp521', ecdsa('nistp521', 'P-521', 66)],
]);

/** Reads a line of `authorized_keys` without options and ignores the comment. Throws an SshKeyError. */
export function parseSshPublicKey(line: string): SshPublicKey {
  if (line.length > LINE_LENGTH_MAX) throw new SshKeyError('the public key is too long');
  const [type = '', text = ''] = line.trim().split(/\s+/);
  const form = FORMS.get(type);
  if (!form) {
    throw new SshKeyError(
      `a public key must be a line like "ssh-ed25519 AAAA…", of one of ${[...FORMS.keys()].join(', ')}`,
    );
  }
  const decoded = stdBase64(text);
  const blob = decoded.ok ? Buffer.from(decoded.bytes) : undefined;
  const [name, ...fields] = (blob && readSshStrings(blob, 1 + form.strings)) ?? [];
  const jwk = name?.toString() === type ? form.jwk(fields) : undefined;
  const key = jwk && toKey(jwk);
  if (!blob || !key) throw new SshKeyError(`the public key is not a well-formed ${type} key`);
  requireStrength(key);
  return { type, fields: blob.subarray(4 + type.length), key };
}

/** The key as one line, ready for `authorized_keys`. */
export const sshPublicLine = (type: string, blob: Buffer): string => `${type} ${blob.toString('base64')}`;

/** An Ed25519 public key in SSH wire format. */
export const ed25519Blob = (key: KeyObject): Buffer => {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([sshString('ssh-ed25519'), sshString(Buffer.from(x, 'base64url'))]);
};

function requireStrength(key: KeyObject): void {
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits === undefined) return;
  if (bits < RSA_BITS_MIN || bits > RSA_BITS_MAX) {
    throw new SshKeyError(`an RSA key must have ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits, this one has ${bits}`);
  }
}

/** undefined if the numbers are not a valid key, for example a point off its curve. */
function toKey(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return undefined;
  }
}

const url = (bytes: Buffer): string => bytes.toString('base64url');
/** Without the zero that keeps a number positive on the SSH wire. */
const unsigned = (bytes: Buffer): Buffer => (bytes[0] === 0 ? bytes.subarray(1) : bytes);
