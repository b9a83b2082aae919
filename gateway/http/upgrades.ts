// Websockets use the same router, guards and refusals as other requests: an upgrade is routed with an answer object
// bound to its socket. Only a handler that accepts turns it into a websocket (streams §1.2, §1.3).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createTurns } from '../process/turns.ts';
import { MESSAGE_FRAGMENTS } from './limits.ts';

type Pending = { socket: Socket; head: Buffer };

/** [streams §1.6] A 13.1 cluster has no limit, later ones 10 MiB. Processing this much takes about 40 ms. */
const MESSAGE_MAX_BYTES = 8 * 1024 * 1024;

/** Code of a close frame (RFC 6455 §7.4.1). */
const INTERNAL_ERROR = 1011;

export type Upgrades = {
  /** True for a request that wants to become a websocket. */
  isUpgrade(request: FastifyRequest): boolean;
  /**
   * Turns the request into a websocket. Call it after all checks: no HTTP answer is possible afterwards. Without
   * upgrade headers it answers like the reference: 400, plain text.
   */
  accept(request: FastifyRequest, reply: FastifyReply, opened: (socket: WebSocket) => void, plainAnswer?: string): void;
  /** Returns the raw socket of an upgrade, for a relay. */
  take(request: FastifyRequest, reply: FastifyReply): Pending | undefined;
  /** Drops all open websockets. */
  closeAll(): void;
};

/** `elsewhere` returns true for upgrades that another listener of the server answers (the dev server's own socket). */
export function createUpgrades(
  server: FastifyInstance,
  elsewhere: (request: IncomingMessage) => boolean = () => false,
): Upgrades {
  const pending = new WeakMap<IncomingMessage, Pending>();
  /** An upgrade can take milliseconds, for example a join of a session, and many can arrive together. */
  const nextTurn = createTurns();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MESSAGE_MAX_BYTES,
    ...MESSAGE_FRAGMENTS,
    allowSynchronousEvents: false, // thousands of small messages can arrive in one piece: other work runs in between
  });

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (elsewhere(request) || !(socket instanceof Socket)) return;
    socket.on('error', () => socket.destroy()); // a reset before the handshake needs no handling
    const answer = new ServerResponse(request);
    answer.shouldKeepAlive = false;
    try {
      answer.assignSocket(socket);
    } catch {
      socket.destroy(); // sent after a request whose pending answer owns the socket
      return;
    }
    pending.set(request, { socket, head });
    socket.on('drain', () => answer.emit('drain')); // Node does this only for its own answers
    answer.on('finish', () => socket.destroySoon()); // the other side may keep its half open
    void nextTurn().then(() => server.routing(request, answer));
  });

  const take = (request: FastifyRequest, reply: FastifyReply): Pending | undefined => {
    const found = pending.get(request.raw);
    if (!found) return undefined;
    pending.delete(request.raw);
    reply.hijack();
    reply.raw.detachSocket(found.socket);
    return found;
  };

  return {
    isUpgrade: (request) => pending.has(request.raw),
    take,
    accept(request, reply, opened, plainAnswer = 'Bad Request\nError upgrading to websocket\n') {
      const upgrade = take(request, reply);
      if (upgrade) {
        sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
          try {
            opened(socket);
          } catch (error) {
            socket.close(INTERNAL_ERROR); // otherwise it would stay open without a reader
            throw error;
          }
        });
      } else {
        reply
          .code(400)
          .header('content-type', 'text/plain; charset=utf-8')
          .header('sec-websocket-version', '13')
          .send(plainAnswer);
      }
    },
    closeAll() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}
