import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const YEAR_MS = 365 * 24 * 3600_000;

/** A self-signed certificate (PEM) for `localhost` and an address, as for a proxy without a public name. */
export function selfSigned({ from = Date.now() - YEAR_MS, to = Date.now() + YEAR_MS, address = '127.0.0.1' } = {}): {
  cert: string;
  key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from('localhost'))))); // CN
  const alternatives = sequence(
    tagged(0x82, Buffer.from('localhost')),
    tagged(0x87, Buffer.from(address.split('.').map(Number))),
  );
  const extensions = tagged(0xa3, sequence(sequence(oid('551d11'), tagged(0x04, alternatives)))); // subjectAltName
  const body = sequence(
    tagged(0xa0, integer(2)), // version 3
    integer(1),
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]));
  return {
    cert: pem('CERTIFICATE', sequence(body, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Writes a certificate and its key into a directory. Returns the arguments with which a gateway serves it. */
export function serveSelfSigned(directory: string, address = '127.0.0.1'): string[] {
  const { cert, key } = selfSigned({ address });
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return ['--tls-cert', files.cert, '--tls-key', files.key];
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number): Buffer => tagged(0x02, Buffer.of(value));
const time = (ms: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END ${label}-----\n`;
