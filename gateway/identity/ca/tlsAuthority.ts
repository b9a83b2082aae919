import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { SettingStore } from '../../store/settings.ts';

const LIFE_YEARS = 10;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** `user` signs client certificates of users, `host` those of servers, `db` those of database servers. */
export type TlsAuthorityKind = 'user' | 'host' | 'db';

/** `key`: base64 of PKCS #8; `certificate`: PEM. */
type Stored = { key: string; certificate: string };

type TlsSubject = {
  publicKey: KeyObject;
  serial: bigint;
  validAfterMs: number;
  validBeforeMs: number;
} & ({ user: string; roles: readonly string[] } | { host: string });

export type TlsAuthority = {
  /** PEM. */
  certificate: string;
  /**
   * PEM. A client's certificate contains the user (common name) and the roles (organisations), a server's contains its
   * host name or address. It expires with its authority at the latest.
   */
  issue(subject: TlsSubject): Promise<string>;
};

/** Generated at its first use and stored, like the SSH authorities. `cluster` is a part of its subject. */
export async function openTlsAuthority(
  settings: SettingStore,
  kind: TlsAuthorityKind,
  cluster: string,
  nowMs: number,
): Promise<TlsAuthority> {
  const x509 = await loadX509();
  const setting = `authority_tls_${kind}`;
  const made = settings.get(setting) === undefined ? await makeAuthority(kind, cluster, nowMs) : undefined;
  // If two are generated at the same time, the first stored one counts.
  const stored = JSON.parse(settings.getOrMake(setting, () => JSON.stringify(made))) as Stored;
  const issuer = new x509.X509Certificate(stored.certificate);
  const signingKey = await crypto.subtle.importKey('pkcs8', Buffer.from(stored.key, 'base64'), ECDSA, false, ['sign']);
  return {
    certificate: stored.certificate,
    async issue({ publicKey, serial, validAfterMs, validBeforeMs, ...subject }) {
      const { name, extensions } =
        'host' in subject
          ? {
              name: [{ CN: [subject.host] }],
              extensions: [
                new x509.KeyUsagesExtension(
                  x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
                  true,
                ),
                new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
                new x509.SubjectAlternativeNameExtension([
                  { type: isIP(subject.host) === 0 ? 'dns' : 'ip', value: subject.host },
                ]),
              ],
            }
          : {
              name: [{ CN: [subject.user] }, ...subject.roles.map((role) => ({ O: [role] }))],
              extensions: [
                new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
                new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
              ],
            };
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(16, '0'),
        subject: name,
        issuer: issuer.subjectName,
        notBefore: new Date(validAfterMs),
        notAfter: new Date(Math.min(validBeforeMs, issuer.notAfter.getTime())),
        publicKey: new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' })),
        signingKey,
        signingAlgorithm: ECDSA,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          ...extensions,
          await x509.AuthorityKeyIdentifierExtension.create(issuer),
        ],
      });
      return pem(certificate);
    },
  };
}

/** The organisational unit distinguishes the authorities in trust stores. */
const UNITS: Readonly<Record<TlsAuthorityKind, string>> = { user: 'users', host: 'hosts', db: 'databases' };

async function makeAuthority(kind: TlsAuthorityKind, cluster: string, nowMs: number): Promise<Stored> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
  const notAfter = new Date(nowMs);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + LIFE_YEARS);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [cluster] }, { O: [cluster] }, { OU: [UNITS[kind]] }],
    notBefore: new Date(nowMs),
    notAfter,
    keys,
    signingAlgorithm: ECDSA,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: Buffer.from(key).toString('base64'), certificate: pem(certificate) };
}

const pem = (certificate: { toString(format: 'pem'): string }): string => `${certificate.toString('pem')}\n`;

/** Loaded with the first certificate: a gateway without command lines never needs it. */
async function loadX509() {
  await import('reflect-metadata'); // x509 requires it at its evaluation
  return import('@peculiar/x509');
}
