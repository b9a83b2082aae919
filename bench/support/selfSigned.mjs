// The certificate of a gateway that is measured over TLS. The measuring browser trusts its key explicitly: with a
// faulty certificate the browser would not cache answers.
import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** SHA-256 of all created public keys (SPKI, base64). @type {string[]} */
const made = [];

/** A switch of Chromium for all certificates created so far. */
export const trustSwitch = () => `--ignore-certificate-errors-spki-list=${made.join(',')}`;

/**
 * A self-signed certificate for localhost. Returns the paths of its files in `folder`.
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
