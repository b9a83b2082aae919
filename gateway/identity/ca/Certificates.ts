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

/** The lifetime if a command line requests none, and the shortest lifetime. */
const TTL_DEFAULT_MS = 12 * 3600_000;
const TTL_MIN_MS = 60_000;
/** Clocks of servers may be behind the gateway's by this much. */
const SKEW_MS = 60_000;

/** The response to a command line that has signed in (http-auth §14). Bytes are standard base64 of text files. */
type CertificatesJson = {
  username: string;
  /** A line for a `…-cert.pub` file. */
  cert: string;
  /** PEM. */
  tls_cert: string;
  /** The authorities that certify servers: lines of public keys, and PEM. */
  host_signers: { domain_name: string; checking_keys: string[]; tls_certs: string[] }[];
  /** An extension: logins that the user has and `cert` does not contain, with the reasons. Absent if there are none. */
  logins_left_out?: CertificateLogins['leftOut'];
};

/** Certificates that are made but not yet delivered. */
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
  /** The longest lifetime of a user's certificate, independent of the roles. */
  maxTtlMs: () => number;
};

/** Signs certificates for users at command lines and for database servers. */
export class Certificates {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * For a user whose sign-in has been checked. `ttlMs` 0: the default. The settings, the roles and the expiry of a role
   * can shorten the lifetime. `mfaDevice` is the device that proved the sign-in. Logins are left out if a plain sshd
   * could not restrict them as the roles do.
   */
  async make(user: User, subject: SshPublicKey, ttlMs: number, mfaDevice?: string): Promise<Issued> {
    const { accessCache, authorities, now, clusterName, maxTtlMs } = this.#parts;
    const access = accessCache.of(user);
    const options = access.options();
    const requestedMs = Math.max(ttlMs || TTL_DEFAULT_MS, TTL_MIN_MS);
    const lifeMs = Math.min(requestedMs, maxTtlMs(), options.maxSessionTtlMs);
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
   * Writes the audit event. Call it inside the transaction that records the sign-in. Throws a refusal if the user or a
   * lock has changed while the certificates were being made.
   */
  record({ user, mfaDevice, logins, expiresMs }: Issued, clientIp: string): void {
    const { audit, clusterName, locks, users } = this.#parts;
    const current = users.find(user.name);
    if (!current || !isDeepStrictEqual(rightsOf(current), rightsOf(user))) throw denied(CHANGED);
    locks.require({ user: user.name, roles: user.roles, mfaDevice });
    const expires = new Date(expiresMs).toISOString();
    audit.emit('cert.create', certFields(user, { expires, clientIp, cluster: clusterName(), logins }));
  }

  /** A new key for a database server, its certificate, and the authority that the server has to trust, as PEM. */
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

  /** Removes logins that are locked now: a server that trusts the certificate does not check locks. */
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
