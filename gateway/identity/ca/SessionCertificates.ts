import { randomBytes } from 'node:crypto';
import type { JoinedHostStore } from '../../store/joinedHosts.ts';
import type { Authorities } from './Authorities.ts';
import { encodeUserCertificate } from './sshCertificate.ts';
import { parseSshPublicKey } from './sshPublicKey.ts';

type Parts = {
  authorities: Pick<Authorities, 'ssh'>;
  joinedHosts: JoinedHostStore;
  now: () => number;
  /** From where hosts see the gateway; undefined: from its own address. Empty: certificates are not bound to one. */
  sourceAddresses: () => readonly string[] | undefined;
};

export type SessionSignIn = {
  node: string;
  login: string;
  /** What it is for, with the ID of a session where there is one. Stands in the log of the host. */
  purpose: string;
  /** The gateway's own address towards the host; undefined where another host is in between. */
  from: string | undefined;
  /** Its reverse tunnel leads there: sshd sees connections of the host to itself. */
  isTunnel: boolean;
};

/** One sign-in is all that a certificate is for; whoever is in stays in when it expires. */
const LIFE_MS = 5 * 60_000;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Clocks of hosts are late by this much at most. */
const SKEW_MS = 60_000;

/**
 * Certificates with which the gateway itself signs in at hosts that joined with a token: one for each session, for one
 * login, under the authority that signs nothing else.
 */
export class SessionCertificates {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined where the server has been removed. `publicLine`, and the answer: `ssh-ed25519… AAAA…` */
  certify(publicLine: string, { node, login, purpose, from, isTunnel }: SessionSignIn): string | undefined {
    const { authorities, joinedHosts, now, sourceAddresses } = this.#parts;
    if (!joinedHosts.find(node)) return undefined;
    return encodeUserCertificate(
      {
        subject: parseSshPublicKey(publicLine),
        nonce: randomBytes(32),
        serial: randomBytes(8).readBigUInt64BE() >> 1n,
        keyId: purpose,
        principals: [login],
        validAfterMs: now() - SKEW_MS,
        validBeforeMs: now() + LIFE_MS,
        extensions: ['permit-port-forwarding', 'permit-pty'],
        sourceAddresses: isTunnel
          ? LOOPBACK
          : (sourceAddresses() ?? (from === undefined ? [] : [from.replace(/^::ffff:/, '')])),
      },
      authorities.ssh('openssh'),
    );
  }
}
