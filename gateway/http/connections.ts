// Limits to connections: of callers who have not signed in, and of requests that one connection has under way.
import type { FastifyRequest, FastifyServerFactoryHandler } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FairSlots } from './FairSlots.ts';
import { ANONYMOUS_CONNECTIONS, CONNECTIONS_MAX, HEADERS_MAX, PIPELINED_MAX } from './limits.ts';

type Connection = {
  /** Answers that are not complete. */
  underWay: Set<ServerResponse>;
  /** Gives back the slot of an anonymous connection. */
  release: () => void;
  known: boolean;
  /** It has become a tunnel, which goes after idle connections where there are too many. */
  isTunnel: boolean;
};

const ofServer = new WeakMap<object, Connections>();
const signedIn = new WeakSet<object>();
const waiting = new WeakMap<object, () => void>();

/** Call it once the caller has proved who they are: limits for anonymous callers no longer hold for their connection. */
export function markSignedIn({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): void {
  signedIn.add(raw);
  waiting.get(raw)?.();
  ofServer.get(server.server)?.release(raw.socket);
}

/** `run` when the request is of somebody who has signed in, or has become a tunnel. One for each request. */
export const whenSettled = ({ raw }: Pick<FastifyRequest, 'raw'>, run: () => void): void => void waiting.set(raw, run);

/** Call it when the request no longer waits for an answer, though its socket stays open: it has become a tunnel. */
export function settleTunnel({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): void {
  waiting.get(raw)?.();
  ofServer.get(server.server)?.markTunnel(raw.socket);
}

/** Whether an earlier request of the connection was of somebody who has signed in, and this one is theirs too. */
export const isOnKnownConnection = ({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): boolean =>
  ofServer.get(server.server)?.isKnown(raw.socket) ?? false;

export const isSignedIn = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => signedIn.has(raw);

/** TLS and HTTP/2 give requests other sockets than the one that was accepted; both ends of it are the same. */
type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const keyOf = ({ remoteAddress = '', remotePort = 0 }: Ends): string => `${remoteAddress} ${remotePort}`;

/**
 * Behind a proxy (`trustProxy`) all connections are the proxy's own: it limits its clients, and only what a connection
 * has under way is limited here.
 */
export class Connections {
  #slots = new FairSlots(ANONYMOUS_CONNECTIONS);
  #open = new Map<string, Connection>();
  #trustProxy: boolean;

  constructor({ trustProxy }: { trustProxy: boolean }) {
    this.#trustProxy = trustProxy;
  }

  /** Call it before the server listens. */
  watch(server: Pick<Server, 'on' | 'maxConnections' | 'maxHeadersCount'>): void {
    server.maxConnections = CONNECTIONS_MAX;
    server.maxHeadersCount = HEADERS_MAX;
    ofServer.set(server, this);
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** `socket` as a request names it. */
  release(socket: Ends): void {
    const connection = this.#open.get(keyOf(socket));
    if (!connection || this.#trustProxy) return; // others come through the same connection of a proxy
    connection.known = true;
    connection.release();
  }

  markTunnel(socket: Ends): void {
    const connection = this.#open.get(keyOf(socket));
    if (connection) connection.isTunnel = true;
  }

  isKnown(socket: Ends): boolean {
    return this.#open.get(keyOf(socket))?.known ?? false;
  }

  /** Requests pass through here on their way to the application. */
  guard(handler: FastifyServerFactoryHandler): FastifyServerFactoryHandler {
    return (request: IncomingMessage, response: ServerResponse) => {
      if (this.#begin(request, response)) handler(request, response);
    };
  }

  #add(socket: Socket): void {
    const key = keyOf(socket);
    const connection: Connection = { underWay: new Set(), release: () => undefined, known: false, isTunnel: false };
    this.#open.set(key, connection);
    if (!this.#trustProxy) {
      connection.release = this.#slots.take(
        socket.remoteAddress ?? '',
        () => socket.destroy(),
        () => connection.isTunnel || connection.underWay.size > 0,
      );
    }
    socket.once('close', () => {
      connection.release();
      closeWaiting(connection.underWay);
      if (this.#open.get(key) === connection) this.#open.delete(key);
    });
  }

  /** False where the connection was closed for what it has under way already. */
  #begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(keyOf(request.socket));
    if (!connection) return true;
    if (request.httpVersionMajor === 1 && connection.underWay.size >= PIPELINED_MAX) {
      request.socket.destroy();
      return false;
    }
    connection.underWay.add(response);
    response.once('close', () => connection.underWay.delete(response));
    return true;
  }
}

/**
 * An answer that waits for the one before it has no socket yet, and node does not tell it that the connection is gone:
 * what is done for it would never end.
 */
function closeWaiting(answers: ReadonlySet<ServerResponse>): void {
  for (const answer of [...answers].filter(({ socket }) => !socket)) {
    answer.destroy();
    answer.emit('close');
  }
}
