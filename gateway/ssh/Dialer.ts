// TCP connections to applications, databases and clusters: from the gateway itself, or through SSH forwarding of a server
// that has `connect.via` (docs/configuration.md). One SSH connection for each such server and login serves all of them.
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { reason } from '../config/files.ts';
import type { SshDefaults, ThroughServer } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import { TargetError } from '../terminal/target.ts';
import { connectOver } from './connection.ts';
import { faultWords } from './refusal.ts';
import { routeTo } from './sshTarget.ts';

export type Address = { host: string; port: number };

type Parts = {
  inventory: Pick<InventoryStore, 'find' | 'named'>;
  /** Id of this machine's node: what goes through it is dialled directly. */
  hostId: string;
  ssh: () => SshDefaults;
};

/** A shared SSH connection that nothing uses is closed after this time. */
const IDLE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ABANDONED = 'the client has disconnected';

type Tunnel = { client: Promise<Client>; channels: number; idle: NodeJS.Timeout | undefined };

export class Dialer {
  #parts: Parts;
  #tunnels = new Map<string, Tunnel>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * An open connection without TLS. Rejects with a TargetError whose message names the address and the server in between,
   * and after 10 s or at once when `signal` is given. `through`: absent, the gateway itself connects.
   */
  async dial(address: Address, through?: ThroughServer, signal?: AbortSignal): Promise<Duplex> {
    const entry = through && this.#find(through.server);
    if (!through || !entry || entry.key === this.#parts.hostId) return dialDirectly(address, signal);
    return this.#dialThrough(address, entry, through, signal);
  }

  close(): void {
    for (const { client } of this.#tunnels.values()) {
      client.then(
        (open) => open.end(),
        () => undefined,
      );
    }
    this.#tunnels.clear();
  }

  #find(server: string): Entry {
    const { inventory } = this.#parts;
    const found = inventory.find('node', server);
    if (found) return found;
    const [entry, ...others] = inventory.named('node', server);
    if (!entry) throw new TargetError(`connect.via names the server ${server}, which is not in the inventory`);
    if (others.length > 0) throw new TargetError(`connect.via: several servers are called ${server}. Use an ID`);
    return entry;
  }

  async #dialThrough(
    { host, port }: Address,
    entry: Entry,
    { server, login }: ThroughServer,
    signal: AbortSignal | undefined,
  ): Promise<Duplex> {
    const tunnel = this.#tunnelTo(entry, login);
    tunnel.channels += 1;
    clearTimeout(tunnel.idle);
    const release = () => this.#release(tunnel);
    try {
      const client = await tunnel.client;
      if (signal?.aborted) throw new TargetError(ABANDONED);
      const channel = await new Promise<Duplex>((resolve, reject) => {
        client.forwardOut('127.0.0.1', 0, host, port, (error, opened) => {
          if (error) reject(new TargetError(`${server} cannot connect to ${host}:${port}: ${error.message}`));
          else resolve(opened);
        });
      });
      if (signal?.aborted) {
        channel.destroy();
        throw new TargetError(ABANDONED);
      }
      channel.once('close', release);
      return channel;
    } catch (error) {
      release();
      throw error;
    }
  }

  #tunnelTo(entry: Entry, login: string): Tunnel {
    const key = `${login}@${entry.key}`;
    const open = this.#tunnels.get(key);
    if (open) return open;
    const connectOfEntry = entry.connect.via === 'ssh' ? entry.connect : {};
    const client = connectOver(routeTo(nodeOf(entry), login, connectOfEntry, this.#parts.ssh()));
    const tunnel: Tunnel = { client, channels: 0, idle: undefined };
    const forget = () => {
      if (this.#tunnels.get(key) === tunnel) this.#tunnels.delete(key);
    };
    client.then((opened) => opened.once('close', forget), forget);
    this.#tunnels.set(key, tunnel);
    return tunnel;
  }

  #release(tunnel: Tunnel): void {
    tunnel.channels -= 1;
    if (tunnel.channels > 0) return;
    tunnel.idle = setTimeout(() => {
      tunnel.client.then(
        (client) => client.end(),
        () => undefined,
      );
    }, IDLE_MS);
    tunnel.idle.unref();
  }
}

function dialDirectly({ host, port }: Address, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (why: string) => {
      signal?.removeEventListener('abort', abandon);
      socket.on('error', () => undefined).destroy();
      reject(new TargetError(`cannot connect to ${host}:${port}: ${why}`));
    };
    const abandon = () => fail(ABANDONED);
    signal?.addEventListener('abort', abandon);
    const refuse = (error: Error) => fail(faultWords(error) ?? reason(error));
    const tooLate = () => fail(`it did not answer within ${CONNECT_TIMEOUT_MS / 1000} s`);
    socket.once('error', refuse);
    socket.setTimeout(CONNECT_TIMEOUT_MS, tooLate);
    socket.once('connect', () => {
      signal?.removeEventListener('abort', abandon);
      socket.off('error', refuse).off('timeout', tooLate);
      socket.setTimeout(0).setNoDelay(true);
      resolve(socket);
    });
    if (signal?.aborted) abandon();
  });
}
