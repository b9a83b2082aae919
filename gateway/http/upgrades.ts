// Websockets go through the same router, guards and refusals as every other request: an upgrade is routed with an
// answer object bound to its socket, and only a handler that agrees turns it into a websocket (streams §1.2, §1.3).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

type Pending = { socket: Socket; head: Buffer };

/** [streams §1.6] A 13.1 cluster has no bound, later ones 10 MiB. Of this much one takes about 40 ms. */
const MESSAGE_MAX_BYTES = 8 * 1024 * 1024;

/** Code of a close frame (RFC 6455 §7.4.1). */
const INTERNAL_ERROR = 1011;

export type Upgrades = {
  /** True for a request that wants to become a websocket. */
  isUpgrade(request: FastifyRequest): boolean;
  /**
   * Turns the request into a websocket. Call it once everything has been checked: from here on no HTTP answer is
   * possible. Without upgrade headers it answers as the reference does: 400, plain text.
   */
  accept(request: FastifyRequest, reply: FastifyReply, opened: (socket: WebSocket) => void, plainAnswer?: string): void;
  /** Takes over the raw socket of an upgrade, for a relay. */
  take(request: FastifyRequest, reply: FastifyReply): Pending | undefined;
  /** Drops every websocket that is open. */
  closeAll(): void;
};

/** `elsewhere` names upgrades that another listener of the server answers (the dev server's own socket). */
export function createUpgrades(
  server: FastifyInstance,
  elsewhere: (request: IncomingMessage) => boolean = () => false,
): Upgrades {
  const pending = new WeakMap<IncomingMessage, Pending>();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MESSAGE_MAX_BYTES,
    allowSynchronousEvents: false, // thousands of small messages come in one piece: others are served in between
  });

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (elsewhere(request) || !(socket instanceof Socket)) return;
    socket.on('error', () => socket.destroy()); // a reset before the handshake is nobody's concern
    const answer = new ServerResponse(request);
    answer.shouldKeepAlive = false;
    try {
      answer.assignSocket(socket);
    } catch {
      socket.destroy(); // sent behind a request whose answer, which has the socket, is still to come
      return;
    }
    pending.set(request, { socket, head });
    socket.on('drain', () => answer.emit('drain')); // Node does so for its own answers alone
    answer.on('finish', () => socket.destroySoon()); // the other side need not close its half
    server.routing(request, answer);
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
            socket.close(INTERNAL_ERROR); // it would stay open, and nobody would read it
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
