import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import fixture from '../../../tests/fixtures/ssh-certificates.json';
import { encodeUserCertificate, type SshSigner, type SshUserCertificate } from './sshCertificate.ts';
import { ed25519Blob, parseSshPublicKey, SshKeyError, sshPublicLine } from './sshPublicKey.ts';
import { readSshStrings, sshString } from './sshWire.ts';

// The certificates of the fixture were made by ssh-keygen 9.2: `-I ann -n root,deploy -z 7 -O clear -O permit-pty
// -O permit-agent-forwarding -V 20300101000000Z:20300101120000Z`.
const authorityKey = createPrivateKey({
  key: { kty: 'OKP', crv: 'Ed25519', d: fixture.authority.d, x: fixture.authority.x },
  format: 'jwk',
});
const authority: SshSigner = {
  blob: ed25519Blob(authorityKey),
  sign: (bytes) => Buffer.concat([sshString('ssh-ed25519'), sshString(sign(null, bytes, authorityKey))]),
};

const certificateOf = (line: string, parts: Partial<SshUserCertificate> = {}): SshUserCertificate => ({
  subject: parseSshPublicKey(line),
  nonce: Buffer.alloc(32),
  serial: 7n,
  keyId: 'ann',
  principals: ['root', 'deploy'],
  validAfterMs: Date.parse('2030-01-01T00:00:00Z'),
  validBeforeMs: Date.parse('2030-01-01T12:00:00Z'),
  extensions: ['permit-pty', 'permit-agent-forwarding'],
  ...parts,
});

/** The second string of a certificate: the random data of ssh-keygen. */
function nonceOf(certificate: string): Buffer {
  const blob = Buffer.from(certificate.split(' ')[1] ?? '', 'base64');
  const type = 4 + blob.readUInt32BE(0);
  return blob.subarray(type + 4, type + 4 + blob.readUInt32BE(type));
}

test.each(fixture.keys.map(({ line, certificate }) => [line.split(' ')[0] ?? '', line, certificate] as const))(
  'a certificate of a key of type %s has the same bytes as the one of ssh-keygen',
  (_type, line, certificate) => {
    expect(encodeUserCertificate(certificateOf(line, { nonce: nonceOf(certificate) }), authority)).toBe(certificate);
  },
);

test('the public line of an authority is the same as that of ssh-keygen', () => {
  expect(sshPublicLine('ssh-ed25519', authority.blob)).toBe(fixture.authority.line);
});

test('refuses a certificate without principals', () => {
  const line = fixture.keys[0]?.line ?? '';
  expect(() => encodeUserCertificate(certificateOf(line, { principals: [] }), authority)).toThrow(RangeError);
});

const [ED25519 = '', ECDSA = ''] = fixture.keys.map(({ line }) => line);
const withBlob = (line: string, change: (blob: Buffer) => Buffer): string => {
  const [type = '', text = ''] = line.split(' ');
  return `${type} ${change(Buffer.from(text, 'base64')).toString('base64')}`;
};

test('ignores whitespace around a public key and its comment', () => {
  expect(parseSshPublicKey(`  ${ED25519}\r\n`).fields).toEqual(parseSshPublicKey(ED25519).fields);
});

test.each([
  ['an empty text', '', 'a public key must be a line'],
  ['an unsupported key type', 'ssh-dss AAAA', 'a public key must be a line'],
  ['text that is not base64', 'ssh-ed25519 AA*A', 'not a well-formed ssh-ed25519 key'],
  ['a key under the name of another type', ED25519.replace('ssh-ed25519', 'ssh-rsa'), 'not a well-formed ssh-rsa key'],
  ['bytes after the key', withBlob(ED25519, (blob) => Buffer.concat([blob, Buffer.alloc(1)])), 'not a well-formed'],
  [
    'a point off the curve',
    withBlob(ECDSA, (blob) => (blob.writeUInt8((blob.at(-1) ?? 0) ^ 1, blob.length - 1), blob)),
    'not a well-formed',
  ],
  ['a weak key', fixture.weak, 'an RSA key must have 2048 to 16384 bits, this one has 1024'],
  ['a very long text', `ssh-rsa ${'A'.repeat(20_000)}`, 'the public key is too long'],
])('refuses %s', (_what, line, message) => {
  expect(() => parseSshPublicKey(line)).toThrow(SshKeyError);
  expect(() => parseSshPublicKey(line)).toThrow(message);
});

test('refuses every truncation of a key', () => {
  const blob = Buffer.from(ED25519.split(' ')[1] ?? '', 'base64');
  for (let length = 0; length < blob.length; length += 1) {
    expect(readSshStrings(blob.subarray(0, length), 2)).toBeUndefined();
    expect(() => parseSshPublicKey(withBlob(ED25519, (bytes) => bytes.subarray(0, length)))).toThrow(SshKeyError);
  }
});
