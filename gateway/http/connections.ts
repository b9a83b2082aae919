// Limits of connections: for callers who have not signed in, and for the pending requests of one connection.
import type { FastifyRequest, FastifyServerFactoryHandler } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FairSlots } from './FairSlots.ts';
import { ANONYMOUS_CONNECTIONS, CONNECTIONS_MAX, HEADERS_MAX, PIPELINED_MAX } from './limits.ts';

type Connection = {
  /** Answers that are not complete. */
  responses: Set<ServerResponse>;
  /** Releases the slot of an anonymous connection. */
  release: () => void;
  isKnown: boolean;
  /** It has become a tunnel. If there are too many connections, idle ones are closed first. */
  isTunnel: boolean;
};

const ofServer = new WeakMap<object, Connections>();
const signedIn = new WeakSet<object>();
const waiting = new WeakMap<object, () => void>();

/** Call it once the caller is authenticated: limits for anonymous callers no longer apply to the connection. */
export function markSignedIn({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): void {
  signedIn.add(raw);
  waiting.get(raw)?.();
  ofServer.get(server.server)?.release(raw.socket);
}

/** Calls `run` when the request turns out to be a signed-in user's, or becomes a tunnel. One for each request. */
export const whenSettled = ({ raw }: Pick<FastifyRequest, 'raw'>, run: () => void): void => void waiting.set(raw, run);

/** Call it when the request has become a tunnel: it no longer waits for an answer, though its socket stays open. */
export function settleTunnel({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): void {
  waiting.get(raw)?.();
  ofServer.get(server.server)?.markTunnel(raw.socket);
}

/** Whether an earlier request of this HTTP connection was a signed-in user's. */
export const isOnKnownConnection = ({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): boolean =>
  ofServer.get(server.server)?.isKnown(raw.socket) ?? false;

export const isSignedIn = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => signedIn.has(raw);

/** TLS and HTTP/2 give requests other sockets than the accepted one. Their addresses and ports are the same. */
type RemoteEnd = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const keyOf = ({ remoteAddress = '', remotePort = 0 }: RemoteEnd): string => `${remoteAddress} ${remotePort}`;

/**
 * Behind a proxy (`trustProxy`) all connections belong to the proxy, which limits its clients. Only the pending
 * requests of a connection are limited then.
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

  /** `socket` as in the request. */
  release(socket: RemoteEnd): void {
    const connection = this.#open.get(keyOf(socket));
    if (!connection || this.#trustProxy) return; // other callers use the same connection of a proxy
    connection.isKnown = true;
    connection.release();
  }

  markTunnel(socket: RemoteEnd): void {
    const connection = this.#open.get(keyOf(socket));
    if (connection) connection.isTunnel = true;
  }

  isKnown(socket: RemoteEnd): boolean {
    return this.#open.get(keyOf(socket))?.isKnown ?? false;
  }

  /** Requests pass through this handler on their way to the application. */
  guard(handler: FastifyServerFactoryHandler): FastifyServerFactoryHandler {
    return (request: IncomingMessage, response: ServerResponse) => {
      if (this.#begin(request, response)) handler(request, response);
    };
  }

  #add(socket: Socket): void {
    const key = keyOf(socket);
    const connection: Connection = { responses: new Set(), release: () => undefined, isKnown: false, isTunnel: false };
    this.#open.set(key, connection);
    if (!this.#trustProxy) {
      connection.release = this.#slots.take(
        socket.remoteAddress ?? '',
        () => socket.destroy(),
        () => connection.isTunnel || connection.responses.size > 0,
      );
    }
    socket.once('close', () => {
      connection.release();
      closeWaiting(connection.responses);
      if (this.#open.get(key) === connection) this.#open.delete(key);
    });
  }

  /** False if the connection was closed because of too many pending requests. */
  #begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(keyOf(request.socket));
    if (!connection) return true;
    if (request.httpVersionMajor === 1 && connection.responses.size >= PIPELINED_MAX) {
      request.socket.destroy();
      return false;
    }
    connection.responses.add(response);
    response.once('close', () => connection.responses.delete(response));
    return true;
  }
}

/**
 * A pipelined answer that waits for an earlier one has no socket yet. Node does not tell it that the connection is
 * closed, so work for it would never end.
 */
function closeWaiting(answers: ReadonlySet<ServerResponse>): void {
  for (const answer of [...answers].filter(({ socket }) => !socket)) {
    answer.destroy();
    answer.emit('close');
  }
}
