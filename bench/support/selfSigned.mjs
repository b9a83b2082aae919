// The certificate of a gateway that is measured over TLS. The browser of a measurement trusts its key by name: what comes
// over a connection with a faulty certificate would not be kept in its cache.
import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** SHA-256 of the public keys (SPKI, base64) that were made here. @type {string[]} */
const made = [];

/** A switch of Chromium for all certificates that were made so far. */
export const trustSwitch = () => `--ignore-certificate-errors-spki-list=${made.join(',')}`;

/**
 * A self-signed certificate for localhost; the paths of its files in `folder`.
 * @param {string} folder
 */
export function selfSigned(folder) {
  const [cert, key] = [path.join(folder, 'bench.crt'), path.join(folder, 'bench.key')];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  const spki = new X509Certificate(readFileSync(cert)).publicKey.export({ type: 'spki', format: 'der' });
  made.push(createHash('sha256').update(spki).digest('base64'));
  // Node's own requests go to the same gateway.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  return { cert, key };
}
