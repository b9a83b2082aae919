// One line for each request: what was requested, by whom, and how it ended.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnonymousLog } from './AnonymousLog.ts';
import { isSignedIn } from './connections.ts';
import { LoggedError } from './loggedError.ts';
import { RefusalLimit } from './RefusalLimit.ts';
import { factsOf, noteRequest } from './requestFacts.ts';
import { withoutSecrets } from './requestSecrets.ts';

/**
 * Refusals of users are warnings, so that a terminal's log shows them too: the contract has no audit event for them.
 * Above the limit they are normal lines.
 */
export function logRequests(server: FastifyInstance): void {
  const limit = new RefusalLimit();
  const ended = new WeakSet<FastifyRequest>();
  const anonymous = new AnonymousLog((merged) =>
    server.log.info(merged, 'more requests of callers who are not signed in were answered'),
  );
  const isLogged = (request: FastifyRequest) => isSignedIn(request) || anonymous.allows(factsOf(request).remote);
  server.addHook('onClose', async () => anonymous.flush());

  server.addHook('onRequest', async (request, reply) => {
    noteRequest(request);
    reply.raw.once('close', () => {
      if (ended.has(request) || !isLogged(request)) return;
      request.log.info(lineOf(request, reply), 'closed before the answer was complete');
    });
  });
  server.addHook('onResponse', async (request, reply) => {
    if (!reply.raw.writableEnded) return; // an HTTP/2 stream also finishes when its connection breaks
    ended.add(request);
    if (!isLogged(request)) return;
    const status = reply.statusCode;
    const { user } = factsOf(request);
    const isRefusal = status === 403 && user !== undefined;
    const isWarning = status >= 500 || (isRefusal && limit.allows(user, performance.now()));
    request.log[isWarning ? 'warn' : 'info']({ ...lineOf(request, reply), status }, isRefusal ? 'refused' : 'answered');
  });
}

type FailureDetails = { level?: 'warn' | 'error'; reason?: string };

/** Logs an error that ended a request, without the content of the request. */
export function logFailure(
  request: FastifyRequest,
  error: unknown,
  message: string,
  { level = 'error', reason }: FailureDetails = {},
): void {
  const { user } = factsOf(request);
  const reasonField = reason === undefined ? {} : { reason: withoutSecrets(reason, request) };
  request.log[level]({ err: new LoggedError(error, request), req: request, user, ...reasonField }, message);
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { user } = factsOf(request);
  return { req: request, user, ms: Math.round(reply.elapsedTime * 10) / 10 };
}
