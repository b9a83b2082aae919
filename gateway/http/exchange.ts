// One HTTP exchange through a proxy: bodies stream both ways, and whoever goes away takes the other side along.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Sends the body of the request on; resolves with the head of the answer. `failed` says what a rejection is. */
export function exchange(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  outward: ClientRequest,
  failed: (error: Error) => Error,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outward.once('response', resolve);
    // Also after the answer: a server that refuses an upload closes while the rest is still on its way.
    outward.on('error', (error) => reject(failed(error)));
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) outward.destroy();
    });
    // The answer came before the body had gone out: the server refused it, and nobody sends the rest.
    reply.raw.once('finish', () => {
      if (!raw.complete) outward.destroy();
    });
    raw.pipe(outward);
  });
}

/** Whether a status of the other side can be passed on. */
export const isFinalStatus = (status: number): boolean => status >= 200 && status <= 599;

/** The request line's target as it came, with its version prefix; of an absolute one only what follows the host. */
export const requestTarget = (request: FastifyRequest): string =>
  request.originalUrl.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
