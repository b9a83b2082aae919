import { createHash, generateKeyPairSync } from 'node:crypto';

/**
 * @typedef {object} EphemeralKey
 * @property {string} privateKey PEM, as ssh and TLS clients of any age read it
 * @property {string} publicLine a line of `authorized_keys`
 * @property {string} id the id of the request in the browser’s URL
 */

/**
 * A key for one sign-in. It never leaves this machine.
 * @returns {EphemeralKey}
 */
export function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(0x04), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const type = 'ecdsa-sha2-nistp256';
  const blob = Buffer.concat([type, 'nistp256', point].map(withLength));
  const publicLine = `${type} ${blob.toString('base64')}\n`;
  return {
    privateKey: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    publicLine,
    id: idOf(publicLine),
  };
}

/** @param {string | Buffer} value */
function withLength(value) {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * A UUID of version 5 in the empty name space, with SHA-256 instead of SHA-1. The server derives the same from the key.
 * @param {string} publicLine
 */
function idOf(publicLine) {
  const bytes = createHash('sha256').update(Buffer.alloc(16)).update(publicLine).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
