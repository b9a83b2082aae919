import type { FastifyReply } from 'fastify';

/** Aborts when the connection ends, with its answer or before: for what waits on behalf of whoever is at the other end. */
export function hungUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // `closed` stays false for an answer that waited for another of its connection.
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
