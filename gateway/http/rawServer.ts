// The listening server below Fastify: HTTP/1.1, and with TLS also HTTP/2.
import type { FastifyServerFactoryHandler } from 'fastify';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Listen } from '../config/settings.ts';
import { ALPN_PROTOCOLS, serveHttp2 } from './http2.ts';
import {
  CONNECTIONS_CHECK_MS,
  HANDSHAKE_TIMEOUT_MS,
  HEADER_MAX_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
} from './limits.ts';

/** HTTP/2 is only for browsers: a proxy would put many users on one connection, which one of them could end. */
export function createRawServer({ tls, trustProxy }: Listen, handler: FastifyServerFactoryHandler): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    maxHeaderSize: HEADER_MAX_BYTES,
  };
  if (!tls) return createHttpServer(options, handler);
  const tlsOptions = { ...tls, ...options, handshakeTimeout: HANDSHAKE_TIMEOUT_MS };
  if (trustProxy) return createHttpsServer(tlsOptions, handler);
  const server = createHttpsServer({ ...tlsOptions, ALPNProtocols: ALPN_PROTOCOLS }, handler);
  serveHttp2(server, handler);
  return server;
}
