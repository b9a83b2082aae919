// HTTP/2 beside HTTP/1.1 on one TLS port: the client chooses by ALPN. Websockets stay on HTTP/1.1: clients use separate
// connections for them if a server does not announce RFC 8441.
import type { FastifyServerFactoryHandler } from 'fastify';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Http2Request, Http2Response } from './http2Message.ts';
import { limitSession, startInTurn } from './http2Session.ts';
import { HEADER_MAX_BYTES } from './limits.ts';

/** The protocols that the TLS server offers, best first. */
export const ALPN_PROTOCOLS = ['h2', 'http/1.1'];

/** One page loads some forty files at once. The browser queues the requests above the limit. */
const STREAMS_MAX = 100;
/** Browsers send each cookie as a separate header. */
const HEADERS_MAX_COUNT = 128;
/** Limit of malformed frames of one connection. */
const INVALID_FRAMES_MAX = 100;
/** Streams above STREAMS_MAX that one connection may try to open. */
const REJECTED_STREAMS_MAX = 100;

/** Answers the connections of `server` that chose HTTP/2. All others use HTTP/1.1. */
export function serveHttp2(server: Server, handler: FastifyServerFactoryHandler): void {
  const http2 = createHttp2Server(handler);
  const sessions = new Set<ServerHttp2Session>();
  http2.on('session', (session) => {
    if (!server.listening) return session.destroy(); // its handshake began before the server closed
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    limitSession(session);
  });

  const serveHttp1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket);
    else for (const serve of serveHttp1) serve.call(server, socket);
  });

  const closeHttp1 = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeHttp1();
    for (const session of sessions) session.destroy();
  };
}

function createHttp2Server(handler: FastifyServerFactoryHandler): Http2Server {
  const options = {
    settings: { enablePush: false, maxConcurrentStreams: STREAMS_MAX, maxHeaderListSize: HEADER_MAX_BYTES },
    maxHeaderListPairs: HEADERS_MAX_COUNT,
    maxSendHeaderBlockLength: 2 * HEADER_MAX_BYTES, // counted uncompressed, with 12 bytes for each header
    maxSessionInvalidFrames: INVALID_FRAMES_MAX,
    maxSessionRejectedStreams: REJECTED_STREAMS_MAX,
    Http2ServerRequest: Http2Request,
    Http2ServerResponse: Http2Response,
  };
  return createServer(options, (request, response) => {
    // Fastify's types know only one kind of server.
    startInTurn(request, () => handler(request as never, response as never));
  });
}
