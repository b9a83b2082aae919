import { X509Certificate } from 'node:crypto';
import type { Authorities } from './Authorities.ts';
import type { SshAuthorityKind } from './sshAuthority.ts';
import type { TlsAuthorityKind } from './tlsAuthority.ts';

/** A line for `known_hosts`. */
const hostLine = (of: Authorities): string =>
  `@cert-authority ${of.clusterName},*.${of.clusterName} ${of.ssh('host').line} type=host\n`;
/** A line for `authorized_keys`. Without its first word it is a line for `TrustedUserCAKeys`. */
const userLine = (of: Authorities, kind: Exclude<SshAuthorityKind, 'host'>): string =>
  `cert-authority ${of.ssh(kind).line} clustername=${of.clusterName}&type=${kind}\n`;

const pem =
  (kind: TlsAuthorityKind) =>
  async (of: Authorities): Promise<string> =>
    (await of.tls(kind)).certificate;
const der =
  (kind: TlsAuthorityKind) =>
  async (of: Authorities): Promise<Buffer> =>
    new X509Certificate((await of.tls(kind)).certificate).raw;

const EXPORTS = {
  '': (of) => hostLine(of) + userLine(of, 'user'),
  host: hostLine,
  user: (of) => userLine(of, 'user'),
  openssh: (of) => userLine(of, 'openssh'),
  tls: pem('host'),
  'tls-host': pem('host'),
  'tls-user': pem('user'),
  'tls-user-der': der('user'),
  windows: der('user'),
  db: pem('db'),
  'db-der': der('db'),
} as const satisfies Record<string, (of: Authorities) => string | Promise<string | Buffer>>;

export type AuthorityExport = keyof typeof EXPORTS;

/** Types of `auth/export?type=` (http-resources §19). */
export const isAuthorityExport = (type: string): type is AuthorityExport => Object.hasOwn(EXPORTS, type);

/** The file of that type, which another system needs to trust an authority. */
export const exportAuthority = async (of: Authorities, type: AuthorityExport): Promise<string | Buffer> =>
  EXPORTS[type](of);
