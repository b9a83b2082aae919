// TCP connections to applications, databases and clusters: from the gateway itself, or through SSH forwarding of a
// server in `connect.via` (docs/configuration.md). All of them share one SSH connection for each such server and login.
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { reason } from '../config/files.ts';
import type { ThroughServer } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import { TargetError } from '../terminal/target.ts';
import { connectOver } from './connection.ts';
import { ForwardedConnection } from './ForwardedConnection.ts';
import { ABANDONED, noAnswerWithin, openChannel } from './openChannel.ts';
import { faultMessage } from './refusal.ts';
import type { SshDialing } from './route.ts';
import { routeTo } from './sshTarget.ts';
import { findThrough } from './throughServer.ts';

export type Address = { host: string; port: number };

type Parts = {
  inventory: Pick<InventoryStore, 'find' | 'named'>;
  /** Id of this machine's node, whose connections are opened directly. */
  hostId: string;
  ssh: () => SshDialing;
  /** An unused shared SSH connection is closed after this time. */
  idleMs?: number;
};

const IDLE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ELSEWHERE = 'the address has changed since the connection settings were set. Set them again';

/** `uses`: connections that are open or being opened. */
type Tunnel = { key: string; client: Promise<Client>; isOpen: boolean; uses: number; stop: AbortController };

export class Dialer {
  #parts: Parts;
  /** By login and the whole route to the server: other settings in gateway.yaml lead to another connection. */
  #tunnels = new Map<string, Tunnel>();
  #idle = new Map<Tunnel, NodeJS.Timeout>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The number of open SSH connections to jump servers. */
  get tunnels(): number {
    return this.#tunnels.size;
  }

  /**
   * Opens a connection without TLS. Rejects with a TargetError, after 10 s for each host of the route, or at once when
   * `signal` aborts. Its message names the address, `forLog` also the jump server. If the SSH connection is lost, the
   * connection is destroyed with an error: listen for it. Without `through`, the gateway itself connects.
   */
  async dial(address: Address, through?: ThroughServer, signal?: AbortSignal): Promise<Duplex> {
    if (signal?.aborted) throw new TargetError(ABANDONED);
    if (through?.elsewhere) throw new TargetError(ELSEWHERE);
    const entry = through && findThrough(this.#parts.inventory, through.server);
    if (!through || !entry || entry.key === this.#parts.hostId) return dialDirectly(address, signal);
    const tunnel = this.#tunnelTo(entry, through.login, address);
    tunnel.uses += 1;
    this.#keepOpen(tunnel);
    try {
      const client = await untilAborted(tunnel.client, signal);
      const channel = await openChannel(client, address, CONNECT_TIMEOUT_MS, signal).catch((error: unknown) => {
        const message = `cannot connect to ${address.host}:${address.port}: ${reason(error)}`;
        throw new TargetError(message, `${message} (through ${through.server})`);
      });
      const connection = new ForwardedConnection(client, channel);
      connection.once('close', () => this.#release(tunnel));
      return connection;
    } catch (error) {
      this.#release(tunnel);
      throw error;
    }
  }

  close(): void {
    for (const tunnel of [...this.#tunnels.values()]) this.#end(tunnel);
  }

  #tunnelTo(entry: Entry, login: string, { host, port }: Address): Tunnel {
    const settings = entry.connect.via === 'ssh' ? entry.connect : {};
    const route = routeTo(nodeOf(entry), { login, purpose: 'forwarding' }, settings, this.#parts.ssh());
    const key = JSON.stringify(route);
    const open = this.#tunnels.get(key);
    if (open) return open;
    // Users of a database may not know the jump server: only the log names it.
    const hidden = route.map((hop) => ({ ...hop, onTheWayTo: `${host}:${port}` }));
    const stop = new AbortController();
    const client = connectOver(hidden, stop.signal);
    const tunnel: Tunnel = { key, client, isOpen: false, uses: 0, stop };
    const forget = () => this.#forget(tunnel);
    client.then((opened) => {
      tunnel.isOpen = true;
      opened.setMaxListeners(0); // each open connection listens for its loss
      opened.once('close', forget);
    }, forget);
    this.#tunnels.set(key, tunnel);
    return tunnel;
  }

  #release(tunnel: Tunnel): void {
    tunnel.uses -= 1;
    if (tunnel.uses > 0 || this.#tunnels.get(tunnel.key) !== tunnel) return;
    if (!tunnel.isOpen) return this.#end(tunnel); // all waiting callers have gone
    const timer = setTimeout(() => this.#end(tunnel), this.#parts.idleMs ?? IDLE_MS);
    this.#idle.set(tunnel, timer.unref());
  }

  #keepOpen(tunnel: Tunnel): void {
    clearTimeout(this.#idle.get(tunnel));
    this.#idle.delete(tunnel);
  }

  /** Removes it first: a connection that is requested while it closes gets a new one. */
  #end(tunnel: Tunnel): void {
    this.#forget(tunnel);
    tunnel.stop.abort();
    tunnel.client.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  #forget(tunnel: Tunnel): void {
    this.#keepOpen(tunnel);
    if (this.#tunnels.get(tunnel.key) === tunnel) this.#tunnels.delete(tunnel.key);
  }
}

/** Rejects when `signal` aborts. The work itself continues. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abandon = () => reject(new TargetError(ABANDONED));
    signal.addEventListener('abort', abandon);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}

function dialDirectly({ host, port }: Address, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const refuse = (error: Error) => fail(faultMessage(error) ?? reason(error));
    const tooLate = () => fail(noAnswerWithin(CONNECT_TIMEOUT_MS));
    const finish = () => {
      signal?.removeEventListener('abort', abandon);
      socket.off('error', refuse).off('timeout', tooLate).setTimeout(0);
    };
    const fail = (why: string) => {
      finish();
      socket.on('error', () => undefined).destroy();
      reject(new TargetError(`cannot connect to ${host}:${port}: ${why}`));
    };
    const abandon = () => fail(ABANDONED);
    signal?.addEventListener('abort', abandon);
    socket.once('error', refuse);
    socket.setTimeout(CONNECT_TIMEOUT_MS, tooLate);
    socket.once('connect', () => {
      finish();
      resolve(socket.setNoDelay(true));
    });
  });
}
