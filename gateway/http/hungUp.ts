import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes, after its answer or before. For work that waits on behalf of the client. */
export function hungUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // `closed` stays false for a pipelined answer that waited for another.
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
