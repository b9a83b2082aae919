// The SSH endpoint for reverse tunnels of joined servers. It signs in hosts by their tunnel key and accepts one forward
// from each. It offers no shells, commands, files or other forwards.
import { createServer, type Server, type Socket } from 'node:net';
import type { AuthContext, Connection, PublicKeyAuthContext, Server as SshServer } from 'ssh2';
import type { HostAddress } from '../../config/hostAddress.ts';
import { FairSlots } from '../../http/FairSlots.ts';
import { RateLimit } from '../../http/rateLimit.ts';
import type { JoinedHostStore } from '../../store/joinedHosts.ts';
import { ssh2 } from '../library.ts';
import { readInTurns } from '../readInTurns.ts';
import type { EndpointKey } from './endpointKey.ts';
import { HostTunnel, VIRTUAL_ADDRESS } from './HostTunnel.ts';
import type { HostTunnels } from './HostTunnels.ts';
import { ATTEMPTS_MAX, CONNECTION_RATE, KEEPALIVE, OPENING_MAX_BYTES, OPENING_TIMEOUT_MS, WAITING } from './limits.ts';

type Parts = {
  key: () => EndpointKey;
  tunnels: HostTunnels;
  joinedHosts: Pick<JoinedHostStore, 'find'>;
  /** Why the host may not have a tunnel. undefined: it may. */
  refusal: (node: string) => string | undefined;
  now: () => number;
  /** A connection without a tunnel has ended. */
  refused: (address: string, reason: string) => void;
};

const KEY_TYPE = 'ssh-ed25519';
/**
 * No key exchange with a group of the client's choice and no compression: both let a client choose the gateway's work.
 */
const ALGORITHMS = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'chacha20-poly1305@openssh.com', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-256'],
  compress: ['none'],
} as const;

export class TunnelEndpoint {
  #parts: Parts;
  #listener: Server | undefined;
  #ssh: SshServer | undefined;
  #open = new Set<Socket>();
  #waiting = new FairSlots(WAITING);
  #rate: RateLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#rate = new RateLimit(parts.now, CONNECTION_RATE);
  }

  /** Resolves with the port once it listens. Rejects with the system's error. */
  async listen({ host, port }: HostAddress): Promise<number> {
    const listener = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket));
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen({ host, port }, () => {
        listener.off('error', reject);
        resolve();
      });
    });
    listener.on('error', () => undefined); // out of descriptors: the client retries
    this.#listener = listener;
    const address = listener.address();
    return typeof address === 'object' && address ? address.port : port;
  }

  /** Also ends the tunnels. */
  close(): void {
    this.#listener?.close();
    this.#listener = undefined;
    for (const socket of this.#open) socket.destroy();
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (!this.#rate.allows(address)) return void socket.destroy();
    this.#open.add(socket);
    const opening = this.#openingOf(socket, address);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#open.delete(socket);
      opening.over('the client closed the connection');
    });
    socket.on('data', () => opening.requireBounds());
    openings.set(socket, opening);
    readVersionAlone(socket);
    this.#sshServer().injectSocket(socket);
  }

  /** A connection has a slot, ten seconds and a few bytes until its tunnel is open. */
  #openingOf(socket: Socket, address: string): Opening {
    let isOver = false;
    const over = (reason: string) => {
      if (isOver) return;
      finish();
      this.#parts.refused(address, reason);
      socket.destroy();
    };
    const timer = setTimeout(() => over('it took too long'), OPENING_TIMEOUT_MS);
    const release = this.#waiting.take(address, () => over('there were too many connections'));
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      release();
    };
    return {
      socket,
      over,
      finish,
      requireBounds: () => {
        if (!isOver && socket.bytesRead > OPENING_MAX_BYTES) over('it sent too much before its tunnel was open');
      },
    };
  }

  #sshServer(): SshServer {
    if (this.#ssh) return this.#ssh;
    const server = new (ssh2().Server)({
      hostKeys: [this.#parts.key().privateKey],
      ident: 'tunnel',
      algorithms: {
        ...ALGORITHMS,
        kex: [...ALGORITHMS.kex],
        cipher: [...ALGORITHMS.cipher],
        hmac: [...ALGORITHMS.hmac],
        compress: [...ALGORITHMS.compress],
      },
      keepaliveInterval: KEEPALIVE.intervalMs,
      keepaliveCountMax: KEEPALIVE.count,
    });
    server.on('connection', (connection) => this.#serve(connection));
    this.#ssh = server;
    return server;
  }

  #serve(connection: Connection): void {
    const socket: unknown = Reflect.get(connection, '_sock');
    const opening = openings.get(socket as Socket);
    // Protocol errors end the connection. So do unanswered keepalives, because half-open connections would stay.
    connection.on('error', (error) => {
      opening?.over(error.message);
      opening?.socket.destroy();
    });
    if (!opening) return void connection.end();
    readInTurns(connection);
    let host: SignedIn | undefined;
    let attempts = 0;
    connection.on('authentication', (context) => {
      attempts += 1;
      if (attempts > ATTEMPTS_MAX) return opening.over('it failed to sign in too often');
      if (!this.#isHost(context)) return context.reject(['publickey']);
      host = { node: context.username, tunnelKey: keyLine(context) };
      context.accept();
    });
    const forbid = (noun: string) => {
      opening.over(`it asked for ${noun}`);
      opening.socket.destroy();
    };
    connection.on('session', () => forbid('a session'));
    connection.on('tcpip', () => forbid('a connection'));
    connection.on('openssh.streamlocal', () => forbid('a connection to a socket'));
    let isAsked = false;
    connection.on('request', (accept, reject, name, info) => {
      const isForward = name === 'tcpip-forward' && 'bindAddr' in info;
      const isOurs = isForward && info.bindAddr === VIRTUAL_ADDRESS.host && info.bindPort === VIRTUAL_ADDRESS.port;
      if (!isOurs || isAsked || !host) return forbid('another forward');
      isAsked = true;
      void this.#openTunnel(host, connection, opening).then((isOpen) => (isOpen ? accept?.() : reject?.()));
    });
  }

  async #openTunnel({ node, tunnelKey }: SignedIn, connection: Connection, opening: Opening): Promise<boolean> {
    const { tunnels, joinedHosts, refusal, now } = this.#parts;
    const isAdmitted = await tunnels.admits(node);
    const { socket } = opening;
    if (socket.destroyed) return false;
    // The host reads the refusal and disconnects by itself within its ten seconds.
    if (!isAdmitted || refusal(node) !== undefined) return false;
    // The server may have been removed and have joined again since it signed in.
    if (joinedHosts.find(node)?.tunnelKey !== tunnelKey) return false;
    opening.finish();
    tunnels.add(new HostTunnel({ node, connection, socket, sinceMs: now() }));
    return true;
  }

  /** The user name is the UUID of the server. The key is the one that it joined with. */
  #isHost(context: AuthContext): context is PublicKeyAuthContext {
    if (context.method !== 'publickey' || context.key.algo !== KEY_TYPE) return false;
    const { username, signature, blob } = context;
    const { joinedHosts, refusal } = this.#parts;
    const { tunnelKey = '' } = joinedHosts.find(username) ?? {};
    if (tunnelKey === '' || tunnelKey !== keyLine(context)) return false;
    if (refusal(username) !== undefined) return false;
    if (signature === undefined) return true; // a query for the key: the answer is not a sign-in
    const parsed = ssh2().utils.parseKey(tunnelKey);
    return !(parsed instanceof Error) && blob !== undefined && parsed.verify(blob, signature);
  }
}

/**
 * The library announces a connection after the version line, and parses the data behind it without a pause. Call it
 * before the library listens.
 */
function readVersionAlone(socket: Socket): void {
  const split = (event: string, parse: (bytes: Buffer) => void) => {
    if (event !== 'data') return;
    socket.off('newListener', split);
    let isRead = false;
    const parseParts = (bytes: Buffer) => {
      const end = isRead ? 0 : bytes.indexOf('\n') + 1;
      isRead ||= end > 0;
      for (const part of [bytes.subarray(0, end), bytes.subarray(end)]) if (part.length > 0) parse(part);
    };
    queueMicrotask(() => socket.off('data', parse).on('data', parseParts));
  };
  socket.on('newListener', split);
}

/** A host, and the key that it has proved. */
type SignedIn = { node: string; tunnelKey: string };

const keyLine = ({ key }: PublicKeyAuthContext): string => `${KEY_TYPE} ${key.data.toString('base64')}`;

type Opening = { socket: Socket; over: (reason: string) => void; finish: () => void; requireBounds: () => void };

const openings = new WeakMap<Socket, Opening>();
