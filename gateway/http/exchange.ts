// One HTTP exchange through a proxy: bodies stream both ways, and whoever goes away takes the other side along.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** One attempt. */
function exchange(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  outward: ClientRequest,
  failed: (error: Error) => Error,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outward.once('response', resolve);
    // Also after the answer: a server that refuses an upload closes while the rest is still on its way.
    outward.on('error', (error) => reject(failed(error)));
    // Node ends a connection that switches protocols unasked without an error.
    outward.once('close', () => reject(failed(new Error('it closed the connection'))));
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

/**
 * Sends the body of the request on over a connection that may be a kept one; resolves with the head of the answer. `open`
 * begins a request, `own` on a connection of its own. A server that has just closed a kept connection has not read the
 * request: one that changes nothing is sent again. `failed` says what a rejection is.
 */
export async function exchangeOverKept(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (own: boolean) => ClientRequest,
  failed: (error: unknown) => Error,
): Promise<IncomingMessage> {
  const outward = open(false);
  try {
    return await exchange(request, reply, outward, (error) => error);
  } catch (error) {
    const isLost = outward.reusedSocket && isClosed(error) && !reply.raw.destroyed;
    if (!isLost || !isRepeatable(request)) throw failed(error);
    const again = open(true);
    const answered = exchange(request, reply, again, failed);
    again.end();
    return answered;
  }
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const isRepeatable = ({ method, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

/** The status of an answer that is passed on. Throws `failed`, and ends the answer, where it is none. */
export function finalStatus(answer: IncomingMessage, failed: (error: Error) => Error): number {
  const status = answer.statusCode ?? 502;
  if (status >= 200 && status <= 599) return status;
  answer.destroy();
  throw failed(new Error(`it answered with the status ${status}`));
}

/** The challenges of an answer, each in a header of its own: Node joins them, and browsers do not take them apart. */
export const challengesOf = ({
  headersDistinct: { 'www-authenticate': challenges },
}: IncomingMessage): OutgoingHttpHeaders => (challenges ? { 'www-authenticate': challenges } : {});

/** The request line's target as it came, with its version prefix; of an absolute one only what follows the host. */
export const requestTarget = (request: FastifyRequest): string =>
  request.originalUrl.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
