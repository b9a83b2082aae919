// A Fastify instance that speaks the contract's transport (http-auth §1), without any endpoint yet.
import fastifyCookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { isIP } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Settings } from '../config/settings.ts';
import { ApiFailure, failureBody } from './failures.ts';
import { setSecurityHeaders } from './headers.ts';
import { logOptions, type LogStream } from './log.ts';
import { answerNotFound } from './notFound.ts';
import { bareRedirect, redirect } from './redirect.ts';
import { routedUrl } from './url.ts';

/** Role names may have hundreds of characters, and each may be escaped to three. */
const PARAM_LENGTH_MAX = 4096;

/** Above what browsers and proxies keep idle connections for, so that the client is the one to close. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Of a request line with all headers, as clusters take it: the page of a command has its servers in its address. */
const HEADER_MAX_BYTES = 1024 * 1024;

export type ServerSettings = Pick<Settings, 'listen' | 'publicUrl' | 'logLevel'>;

export async function createServer(
  { listen, publicUrl, logLevel }: ServerSettings,
  logStream?: LogStream,
): Promise<FastifyInstance> {
  const server = Fastify({
    serverFactory: (handler) => {
      const options = {
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        requestTimeout: 0,
        maxHeaderSize: HEADER_MAX_BYTES,
      };
      return listen.tls
        ? createHttpsServer({ ...listen.tls, ...options }, handler)
        : createHttpServer(options, handler);
    },
    // One hop: what the proxy next to us saw. Everything before that is the client's own word.
    trustProxy: listen.trustProxy && ((_address: string, hop: number) => hop === 0),
    logger: logLevel === 'silent' ? false : logOptions(logLevel, logStream),
    logController: new LogController({ disableRequestLogging: true }), // one line per answer instead of two, below
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, querystringParser: () => ({}) }, // url.ts reads queries
    forceCloseConnections: true,
  });
  await server.register(fastifyCookie);

  // Handlers read bodies themselves, after their guards (body.ts); an upload is a stream that nobody buffers.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const publicHost = urlToHttpOptions(new URL(publicUrl)).hostname ?? '';
  server.addHook('onRequest', async (request, reply) => {
    if (isForeign(request.hostname, publicHost)) return redirectToLauncher(request, reply, publicUrl);
    setSecurityHeaders(reply, request.protocol === 'https');
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log[reply.statusCode >= 500 ? 'warn' : 'info'](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    );
  });
  server.setNotFoundHandler(answerNotFound);
  server.setErrorHandler(answerFailure);
  server.get('/', (_request, reply) => {
    redirect(reply, '/web');
  });
  return server;
}

function answerFailure(error: FastifyError | ApiFailure, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error instanceof ApiFailure ? error : unexpected(error, request);
  reply
    .code(failure.status)
    .header('content-type', 'application/json')
    .send(Buffer.from(failureBody(failure.message, failure.fields, failure.context))); // a text would get a charset appended
}

/** Fastify's own refusals concern requests that cannot be read; all else is a defect, and its text stays in the log. */
function unexpected(error: FastifyError, request: FastifyRequest): ApiFailure {
  if (typeof error.statusCode === 'number' && error.statusCode < 500) return new ApiFailure(400, 'invalid request');
  request.log.error({ err: error, req: request }, 'request failed');
  return new ApiFailure(500, `the gateway could not answer this request; its log tells more under ${request.id}`);
}

/** Neither an address, nor localhost, nor the public name: a name of an application (http-auth §1.1). */
const isForeign = (hostname: string, publicHost: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host !== '' && host !== 'localhost' && host !== publicHost && isIP(host) === 0;
};

function redirectToLauncher(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const path = request.originalUrl.split('?', 1)[0] ?? '/';
  return bareRedirect(
    reply,
    `${publicUrl}/web/launch/${encodeURIComponent(request.hostname)}?path=${encodeURIComponent(path)}`,
  );
}
