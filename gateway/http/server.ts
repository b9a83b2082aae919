// A Fastify instance with the contract's transport (http-auth §1), without endpoints.
import fastifyCookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Settings } from '../config/settings.ts';
import { limitAnonymousRequests, type RequestsMax } from './anonymousRequest.ts';
import { Connections } from './connections.ts';
import { FIELD_PATH_HEADER } from '../../src/wire/http.ts';
import { ApiFailure, failureBody } from './failures.ts';
import { setSecurityHeaders } from './headers.ts';
import { logOptions, type LogStream } from './log.ts';
import { answerNotFound } from './notFound.ts';
import { createRawServer } from './rawServer.ts';
import { redirectToLauncher } from './launcher.ts';
import { redirect } from './redirect.ts';
import { isDisconnect } from './requestFacts.ts';
import { logFailure, logRequests } from './requestLog.ts';
import { sendAs } from './sendText.ts';
import { endUnreadBodies } from './unreadBody.ts';
import { pathOf, routedUrl } from './url.ts';
import { APP_AUTH_PATH } from '../../src/wire/appPath.ts';

/** Role names may have hundreds of characters, and each may be escaped to three. */
const PARAM_LENGTH_MAX = 4096;

export type ServerSettings = Pick<Settings, 'listen' | 'publicUrl' | 'logLevel'>;

/** Handles every request whose host is an application's or unknown, and the sign-in at applications on any host. */
type ForeignHandler = (request: FastifyRequest, reply: FastifyReply) => void;

export async function createServer(
  { listen, publicUrl, logLevel }: ServerSettings,
  logStream?: LogStream,
  foreign: ForeignHandler = (request, reply) => void redirectToLauncher(request, reply, publicUrl),
  requestsMax?: RequestsMax,
): Promise<FastifyInstance> {
  const connections = new Connections(listen);
  const server = Fastify({
    serverFactory: (handler) => {
      const raw = createRawServer(listen, connections.guard(handler));
      connections.watch(raw);
      return raw;
    },
    // One hop: the address that the proxy next to the gateway saw. Earlier ones are unverified claims of the client.
    trustProxy: listen.trustProxy && ((_address: string, hop: number) => hop === 0),
    logger: logLevel === 'silent' ? false : logOptions(logLevel, logStream),
    logController: new LogController({ disableRequestLogging: true }), // replaced by one line for each answer, below
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    exposeHeadRoutes: false,
    // For a parameter longer than PARAM_LENGTH_MAX. No hook has run in this case.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(reply, request.protocol === 'https');
      answerFailure(new ApiFailure(414, 'a part of the path is too long'), request, reply);
    },
    // Routes have no schemas. Fastify's own compilers take some 40 ms to load.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, querystringParser: () => ({}) }, // url.ts reads queries
    forceCloseConnections: true,
  });
  await server.register(fastifyCookie);

  // Handlers read bodies themselves, after their guards (body.ts). An upload is a stream and is not buffered.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));

  logRequests(server);
  endUnreadBodies(server);
  limitAnonymousRequests(server, requestsMax); // also for requests that stop at the next hook
  const publicHost = urlToHttpOptions(new URL(publicUrl)).hostname ?? '';
  server.addHook('onRequest', (request, reply, done) => {
    const isApplication = isForeign(request.hostname, publicHost) || pathOf(request) === APP_AUTH_PATH;
    if (isApplication) return foreign(request, reply); // the request stops here
    setSecurityHeaders(reply, request.protocol === 'https');
    done();
  });
  server.setNotFoundHandler(answerNotFound);
  server.setErrorHandler(answerFailure);
  server.get('/', (_request, reply) => {
    redirect(reply, '/web');
  });
  return server;
}

const withoutSchemas = (): never => {
  throw new Error('a route has a schema');
};

/** A key of a document may be long. Then the message is enough. */
const FIELD_HEADER_MAX = 2000;

function answerFailure(error: FastifyError | ApiFailure, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error instanceof ApiFailure ? error : unexpected(error, request, reply);
  const field = encodeURIComponent(JSON.stringify(failure.fieldPath));
  if (failure.fieldPath.length > 0 && field.length <= FIELD_HEADER_MAX) reply.header(FIELD_PATH_HEADER, field);
  const body = failureBody(failure.message, failure.fields, failure.context);
  sendAs(reply.code(failure.status), 'application/json', body);
}

/** Fastify's own refusals concern unreadable requests. Other errors are bugs, whose text is only logged. */
function unexpected(error: FastifyError, request: FastifyRequest, reply: FastifyReply): ApiFailure {
  if (typeof error.statusCode === 'number' && error.statusCode < 500) return new ApiFailure(400, 'invalid request');
  if (isDisconnect(error, request, reply)) return new ApiFailure(400, 'the connection was closed'); // client gone
  logFailure(request, error, 'request failed');
  return new ApiFailure(500, `the gateway could not answer this request. See its log for ${request.id}`);
}

/** A host that is not an address, localhost or the public name counts as a name of an application (http-auth §1.1). */
const isForeign = (hostname: string, publicHost: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host !== '' && host !== 'localhost' && host !== publicHost && isIP(host) === 0;
};
