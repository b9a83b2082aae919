import { randomBytes } from 'node:crypto';
import type { JoinedHostStore } from '../../store/joinedHosts.ts';
import type { Authorities } from './Authorities.ts';
import { encodeUserCertificate } from './sshCertificate.ts';
import { parseSshPublicKey } from './sshPublicKey.ts';

type Parts = {
  authorities: Pick<Authorities, 'ssh'>;
  joinedHosts: JoinedHostStore;
  now: () => number;
  /**
   * The addresses from which hosts see the gateway. undefined: its own address. Empty: certificates are not bound to an
   * address.
   */
  sourceAddresses: () => readonly string[] | undefined;
};

export type SessionSignIn = {
  node: string;
  login: string;
  /** The purpose, with the id of a session if there is one. The log of the host shows it. */
  purpose: string;
  /** The gateway's own address towards the host. undefined if another host is in between. */
  from: string | undefined;
  /** The connection uses the host's reverse tunnel: sshd sees connections of the host to itself. */
  isTunnel: boolean;
};

/** A certificate is for one sign-in. A session continues when its certificate expires. */
const LIFE_MS = 5 * 60_000;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Clocks of hosts are at most this much behind. */
const SKEW_MS = 60_000;

/**
 * Certificates with which the gateway signs in at hosts that joined with a token: one for each session, for one login,
 * under an authority that signs nothing else.
 */
export class SessionCertificates {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** undefined if the server has been removed. `publicLine` and the result have the form `ssh-ed25519… AAAA…`. */
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
