import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Audit } from '../../audit/audit.ts';
import { certFields } from '../../audit/certFields.ts';
import type { SettingStore } from '../../store/settings.ts';
import type { User } from '../../store/users.ts';
import type { AccessBook } from '../accessBook.ts';
import { exportAuthority, type AuthorityExport } from './authorityExports.ts';
import { openSshAuthority, type SshAuthority, type SshAuthorityKind } from './sshAuthority.ts';
import { encodeUserCertificate } from './sshCertificate.ts';
import type { SshPublicKey } from './sshPublicKey.ts';
import { openTlsAuthority, type TlsAuthority } from './tlsAuthority.ts';
import { sshExtensions } from './sshExtensions.ts';

const generateKey = promisify(generateKeyPair);

/** Where a command line asks for no time, and the least it gets. */
const TTL_DEFAULT_MS = 12 * 3600_000;
const TTL_MIN_MS = 60_000;
/** The clocks of servers may be behind ours by so much. */
const SKEW_MS = 60_000;

/** Answer to a command line that has signed in (http-auth §14). Bytes are standard base64 of text files. */
type CertificatesJson = {
  username: string;
  /** A line for a `…-cert.pub` file. */
  cert: string;
  /** PEM. */
  tls_cert: string;
  /** Who vouches for servers: lines of public keys, and PEM. */
  host_signers: { domain_name: string; checking_keys: string[]; tls_certs: string[] }[];
};

/** Certificates that are made but not handed out yet. */
export type Issued = { user: User; logins: readonly string[]; expiresMs: number; json: CertificatesJson };

type Parts = {
  settings: SettingStore;
  accessBook: AccessBook;
  audit: Audit;
  now: () => number;
  clusterName: () => string;
};

/** The gateway's own authorities, and what they sign for people at command lines. */
export class Certificates {
  #parts: Parts;
  #sshAuthorities = new Map<SshAuthorityKind, SshAuthority>();
  #tlsAuthority: TlsAuthority | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** For a user whose sign-in has been judged. `ttlMs` 0: as long as is usual; the roles may say less. */
  async make(user: User, subject: SshPublicKey, ttlMs: number): Promise<Issued> {
    const { accessBook, now, clusterName } = this.#parts;
    const access = accessBook.of(user);
    const options = access.options();
    const asked = Math.max(ttlMs || TTL_DEFAULT_MS, TTL_MIN_MS);
    const expiresMs = now() + Math.min(asked, options.maxSessionTtlMs);
    const life = {
      serial: randomBytes(8).readBigUInt64BE() >> 1n,
      validAfterMs: now() - SKEW_MS,
      validBeforeMs: expiresMs,
    };
    const logins = access.allLogins();
    const cert = encodeUserCertificate(
      {
        ...life,
        subject,
        nonce: randomBytes(32),
        keyId: user.name,
        principals: logins.length > 0 ? logins : [`-teleport-nologin-${randomUUID()}`],
        extensions: sshExtensions(options),
      },
      this.#ssh('user'),
    );
    const tls = await this.#tls();
    const tlsCert = await tls.issue({ ...life, user: user.name, roles: user.roles, publicKey: subject.key });
    return {
      user,
      logins,
      expiresMs,
      json: {
        username: user.name,
        cert: base64(`${cert}\n`),
        tls_cert: base64(tlsCert),
        host_signers: [
          {
            domain_name: clusterName(),
            checking_keys: [base64(`${this.#ssh('host').line}\n`)],
            tls_certs: [base64(tls.certificate)],
          },
        ],
      },
    };
  }

  /** Tells the audit log. Call it inside the transaction that tells of the sign-in. */
  record({ user, logins, expiresMs }: Issued, clientIp: string): void {
    const { audit, clusterName } = this.#parts;
    const expires = new Date(expiresMs).toISOString();
    audit.emit('cert.create', certFields(user, { expires, clientIp, cluster: clusterName(), logins }));
  }

  /** What others need to trust what is signed here: lines of SSH public keys, and PEM. */
  async published(): Promise<{ ssh: Readonly<Record<SshAuthorityKind, string>>; tls: string }> {
    const ssh = { user: this.#ssh('user').line, host: this.#ssh('host').line };
    return { ssh, tls: (await this.#tls()).certificate };
  }

  /** A new key for a server, what signs for it, and whom it is to trust: PEM texts. */
  async forServer(host: string, ttlMs: number): Promise<{ key: string; certificate: string; authority: string }> {
    const { publicKey, privateKey } = await generateKey('rsa', { modulusLength: 2048 });
    const tls = await this.#tls();
    const nowMs = this.#parts.now();
    const certificate = await tls.issue({
      host,
      publicKey,
      serial: randomBytes(8).readBigUInt64BE() >> 1n,
      validAfterMs: nowMs - SKEW_MS,
      validBeforeMs: nowMs + ttlMs,
    });
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificate,
      authority: tls.certificate,
    };
  }

  /** The file of that type (http-auth §14). */
  exported(type: AuthorityExport): Promise<string | Buffer> {
    return exportAuthority(type, {
      cluster: this.#parts.clusterName(),
      ssh: (kind) => this.#ssh(kind),
      tls: async () => (await this.#tls()).certificate,
    });
  }

  #ssh(kind: SshAuthorityKind): SshAuthority {
    const authority = this.#sshAuthorities.get(kind) ?? openSshAuthority(this.#parts.settings, kind);
    this.#sshAuthorities.set(kind, authority);
    return authority;
  }

  async #tls(): Promise<TlsAuthority> {
    const { settings, clusterName, now } = this.#parts;
    return (this.#tlsAuthority ??= await openTlsAuthority(settings, clusterName(), now()));
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
