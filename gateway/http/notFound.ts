import type { FastifyReply, FastifyRequest } from 'fastify';

const NOT_FOUND_TEXT = '404 page not found\n';

/** Unknown paths and known paths with another method, without cache headers (http-auth §1.1). */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).header('content-type', 'text/plain; charset=utf-8').send(NOT_FOUND_TEXT);
}
