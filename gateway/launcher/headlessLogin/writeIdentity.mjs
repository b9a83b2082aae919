import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../startError.mjs';

/**
 * Writes key, certificates and authorities, readable only by their owner. Returns the text for the user.
 * @param {string} dir
 * @param {import('./makeKey.mjs').EphemeralKey} key
 * @param {import('./askCertificates.mjs').Certificates} certificates
 */
export function writeIdentity(dir, key, { cert, tls_cert, host_signers, logins_left_out = [] }) {
  const tls = fromBase64(tls_cert);
  const files = {
    id: key.privateKey,
    'id.pub': key.publicLine,
    'id-cert.pub': withLineEnd(fromBase64(cert)),
    'tls.crt': tls,
    'tls-ca.crt': host_signers.flatMap((signer) => signer.tls_certs.map(fromBase64)).join(''),
    known_hosts: host_signers.map(knownHosts).join(''),
  };
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(files)) {
      const file = join(dir, name);
      rmSync(file, { force: true }); // an existing file would keep its own mode
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    throw new StartError(`the certificates cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  return [
    `Approved. Files in ${dir}, valid until ${new X509Certificate(tls).validTo}:`,
    '  id            private key (ssh uses its certificate id-cert.pub beside it)',
    '  tls.crt       client certificate of the same key',
    '  known_hosts   trusted host certificate authorities (tls-ca.crt for TLS)',
    ...leftOut(logins_left_out),
    '',
    `  ssh -i ${join(dir, 'id')} -o UserKnownHostsFile=${join(dir, 'known_hosts')} LOGIN@HOST`,
  ].join('\n');
}

/**
 * @param {NonNullable<import('./askCertificates.mjs').Certificates['logins_left_out']>} logins
 * @returns {string[]}
 */
function leftOut(logins) {
  if (logins.length === 0) return [];
  const heading = 'Not in the certificate, because sshd cannot check these logins. Use the console for them:';
  return ['', heading, ...logins.map(({ login, reason }) => `  ${printable(login)}: ${printable(reason)}`)];
}

/**
 * Names are foreign text, and are printed to a terminal.
 * @param {string} text
 */
const printable = (text) => text.replace(/\p{C}/gu, '\uFFFD');

/** @param {import('./askCertificates.mjs').Certificates['host_signers'][number]} signer */
function knownHosts({ domain_name: domain = '', checking_keys }) {
  const hosts = domain ? `${domain},*.${domain}` : '*';
  return checking_keys.map((key) => `@cert-authority ${hosts} ${fromBase64(key).trim()}\n`).join('');
}

/** @param {string} text */
const fromBase64 = (text) => Buffer.from(text, 'base64').toString('utf8');
/** @param {string} text */
const withLineEnd = (text) => (text.endsWith('\n') ? text : `${text}\n`);
