import { X509Certificate } from 'node:crypto';
import type { SshAuthority, SshAuthorityKind } from './sshAuthority.ts';

type Authorities = {
  cluster: string;
  ssh: (kind: SshAuthorityKind) => SshAuthority;
  /** The TLS authority's certificate, PEM. */
  tls: () => Promise<string>;
};

const hostLine = ({ cluster, ssh }: Authorities) =>
  `@cert-authority ${cluster},*.${cluster} ${ssh('host').line} type=host\n`;
const userLine = ({ cluster, ssh }: Authorities) =>
  `cert-authority ${ssh('user').line} clustername=${cluster}&type=user\n`;

const EXPORTS = {
  '': (of: Authorities) => hostLine(of) + userLine(of),
  host: hostLine,
  user: userLine,
  tls: ({ tls }: Authorities) => tls(),
  windows: async ({ tls }: Authorities) => new X509Certificate(await tls()).raw,
} as const satisfies Record<string, (of: Authorities) => string | Promise<string | Buffer>>;

export type AuthorityExport = keyof typeof EXPORTS;

/** Types of `auth/export?type=` (http-auth §14). */
export const isAuthorityExport = (type: string): type is AuthorityExport => Object.hasOwn(EXPORTS, type);

/** What others need to trust the authorities: lines for `known_hosts` and `authorized_keys`, PEM, DER. */
export const exportAuthority = async (type: AuthorityExport, of: Authorities): Promise<string | Buffer> =>
  EXPORTS[type](of);
