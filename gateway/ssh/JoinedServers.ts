import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import type { SessionCertificates, SessionSignIn } from '../identity/ca/SessionCertificates.ts';
import { lockText } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import type { JoinedHostStore } from '../store/joinedHosts.ts';
import { TargetError } from '../terminal/target.ts';
import type { HostTunnels } from './tunnel/HostTunnels.ts';

type Parts = {
  joinedHosts: JoinedHostStore;
  certificates: Pick<SessionCertificates, 'certify'>;
  tunnels: Pick<HostTunnels, 'dial' | 'end' | 'nodes'>;
  locks: Pick<Locks, 'inForce'>;
  now: () => number;
};

/**
 * The gateway's access to servers that joined with a token: all connections to a server, and its tunnel, end once it is
 * removed or locked.
 */
export class JoinedServers {
  #parts: Parts;
  #clients = new Map<string, Set<Client>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why the server must not be accessed. undefined: the gateway may. */
  refusal(node: string): string | undefined {
    const { joinedHosts, locks } = this.#parts;
    if (!joinedHosts.find(node)) return 'this server has been removed';
    const lock = locks.inForce({ user: '', roles: [], serverId: node });
    return lock && lockText(lock);
  }

  /** A certificate for one sign-in. Throws a TargetError. */
  certify(publicLine: string, signIn: SessionSignIn): string {
    this.#require(signIn.node);
    const certificate = this.#parts.certificates.certify(publicLine, signIn);
    if (certificate === undefined) throw new TargetError('this server has been removed');
    return certificate;
  }

  /** A connection through the server's reverse tunnel. Rejects with an error whose message users may see. */
  async dial(node: string): Promise<Duplex> {
    this.#require(node);
    return this.#parts.tunnels.dial(node);
  }

  /** The gateway has signed in at the server. */
  opened(node: string, client: Client): void {
    const { joinedHosts, now } = this.#parts;
    const clients = this.#clients.get(node) ?? new Set();
    this.#clients.set(node, clients.add(client));
    client.once('close', () => {
      clients.delete(client);
      if (clients.size === 0 && this.#clients.get(node) === clients) this.#clients.delete(node);
    });
    if (this.refusal(node) === undefined) joinedHosts.reached(node, now());
    else client.destroy();
  }

  /** Call this after every change of locks and of servers. */
  endRevoked(): void {
    const { tunnels } = this.#parts;
    for (const node of new Set([...this.#clients.keys(), ...tunnels.nodes()])) {
      const refusal = this.refusal(node);
      if (refusal === undefined) continue;
      for (const client of this.#clients.get(node) ?? []) client.destroy();
      tunnels.end(node, refusal);
    }
  }

  #require(node: string): void {
    const refusal = this.refusal(node);
    if (refusal !== undefined) throw new TargetError(refusal);
  }
}
