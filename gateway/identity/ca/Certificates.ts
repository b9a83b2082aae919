import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { leaveOut, type CertificateLogins } from '../../../src/access/certificateLogins.ts';
import type { Audit } from '../../audit/audit.ts';
import { certFields } from '../../audit/certFields.ts';
import { denied } from '../../http/failures.ts';
import type { Locks } from '../../locks/Locks.ts';
import type { Stores } from '../../store/stores.ts';
import type { User } from '../../store/users.ts';
import type { AccessCache } from '../accessCache.ts';
import type { Authorities } from './Authorities.ts';
import { encodeUserCertificate } from './sshCertificate.ts';
import type { SshPublicKey } from './sshPublicKey.ts';
import { sshExtensions } from './sshExtensions.ts';

const generateKey = promisify(generateKeyPair);

/** Where a command line asks for no time, and the least that it gets. */
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
  /** Our extension: logins that the user has and `cert` does not, with the reasons. Absent where there are none. */
  logins_left_out?: CertificateLogins['leftOut'];
};

/** Certificates that are made but not handed out yet. */
export type Issued = {
  user: User;
  mfaDevice: string | undefined;
  logins: readonly string[];
  expiresMs: number;
  json: CertificatesJson;
};

type Parts = {
  authorities: Authorities;
  accessCache: AccessCache;
  locks: Locks;
  audit: Audit;
  users: Pick<Stores['users'], 'find'>;
  now: () => number;
  clusterName: () => string;
  /** The longest that a certificate of a person lives, whatever the roles say. */
  maxTtlMs: () => number;
};

/** What the gateway signs: certificates for people at command lines, and for database servers. */
export class Certificates {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * For a user whose sign-in has been judged. `ttlMs` 0: as long as is usual; the settings and the roles may say less,
   * and a role that ends by itself is the end.
   * `mfaDevice` is the one that the sign-in was proved by. Logins that a plain sshd could not restrict as the roles do
   * are left out.
   */
  async make(user: User, subject: SshPublicKey, ttlMs: number, mfaDevice?: string): Promise<Issued> {
    const { accessCache, authorities, now, clusterName, maxTtlMs } = this.#parts;
    const access = accessCache.of(user);
    const options = access.options();
    const asked = Math.max(ttlMs || TTL_DEFAULT_MS, TTL_MIN_MS);
    const lifeMs = Math.min(asked, maxTtlMs(), options.maxSessionTtlMs);
    const expiresMs = Math.min(now() + lifeMs, accessCache.endMs(user.roles));
    const life = {
      serial: randomBytes(8).readBigUInt64BE() >> 1n,
      validAfterMs: now() - SKEW_MS,
      validBeforeMs: expiresMs,
    };
    const { logins, leftOut } = this.#unlocked(user, mfaDevice, access.certificateLogins());
    const cert = encodeUserCertificate(
      {
        ...life,
        subject,
        nonce: randomBytes(32),
        keyId: user.name,
        principals: logins.length > 0 ? logins : [`-teleport-nologin-${randomUUID()}`],
        extensions: sshExtensions(options),
      },
      authorities.ssh('user'),
    );
    const [tls, hostTls] = await Promise.all([authorities.tls('user'), authorities.tls('host')]);
    const tlsCert = await tls.issue({ ...life, user: user.name, roles: user.roles, publicKey: subject.key });
    return {
      user,
      mfaDevice,
      logins,
      expiresMs,
      json: {
        username: user.name,
        cert: base64(`${cert}\n`),
        tls_cert: base64(tlsCert),
        host_signers: [
          {
            domain_name: clusterName(),
            checking_keys: [base64(`${authorities.ssh('host').line}\n`)],
            tls_certs: [base64(hostTls.certificate)],
          },
        ],
        ...(leftOut.length > 0 && { logins_left_out: leftOut }),
      },
    };
  }

  /**
   * Tells the audit log. Call it inside the transaction that tells of the sign-in. Throws the refusal where the user or a
   * lock was changed while the certificates were being made.
   */
  record({ user, mfaDevice, logins, expiresMs }: Issued, clientIp: string): void {
    const { audit, clusterName, locks, users } = this.#parts;
    const current = users.find(user.name);
    if (!current || !isDeepStrictEqual(rightsOf(current), rightsOf(user))) throw denied(CHANGED);
    locks.require({ user: user.name, roles: user.roles, mfaDevice });
    const expires = new Date(expiresMs).toISOString();
    audit.emit('cert.create', certFields(user, { expires, clientIp, cluster: clusterName(), logins }));
  }

  /** A new key for a database server, its certificate, and the authority that it is to trust: PEM texts. */
  async forDatabase(host: string, ttlMs: number): Promise<{ key: string; certificate: string; authority: string }> {
    const { publicKey, privateKey } = await generateKey('rsa', { modulusLength: 2048 });
    const authority = await this.#parts.authorities.tls('db');
    const nowMs = this.#parts.now();
    const certificate = await authority.issue({
      host,
      publicKey,
      serial: randomBytes(8).readBigUInt64BE() >> 1n,
      validAfterMs: nowMs - SKEW_MS,
      validBeforeMs: nowMs + ttlMs,
    });
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificate,
      authority: authority.certificate,
    };
  }

  /** Without those that are locked now: a server that trusts the certificate would not know. */
  #unlocked({ name, roles }: User, mfaDevice: string | undefined, logins: CertificateLogins): CertificateLogins {
    const { locks } = this.#parts;
    return leaveOut(logins, (login) =>
      locks.inForce({ user: name, roles, mfaDevice, login }) ? 'a lock on this login is in force' : undefined,
    );
  }
}

const CHANGED = 'the account has just been changed: sign in again';

const rightsOf = ({ roles, traits, authType }: User) => ({ roles, traits, authType });

const base64 = (text: string): string => Buffer.from(text).toString('base64');
