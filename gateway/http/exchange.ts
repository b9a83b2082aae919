// One HTTP exchange through a proxy: bodies stream both ways, and if one side closes, the other side is closed too.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** A server may send some before its answer, such as `103 Early Hints`. */
const INFORMATION_MAX = 1000;

/** Ends a request whose server sends one informational answer after the other, which would keep the processor busy. */
export function limitInformation(outward: ClientRequest): void {
  let count = 0;
  outward.on('information', () => {
    if (++count === INFORMATION_MAX) outward.destroy(new Error('it sends no final answer'));
  });
}

/** One attempt. */
function exchange(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  outward: ClientRequest,
  failed: (error: Error) => Error,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    limitInformation(outward);
    outward.once('response', resolve);
    // Also after the answer: a server that refuses an upload closes while the rest is still being sent.
    outward.on('error', (error) => reject(failed(error)));
    // Node closes a connection that switches protocols unasked without an error.
    outward.once('close', () => reject(failed(new Error('it closed the connection'))));
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) outward.destroy();
    });
    // The answer came before the whole body was sent: the server refused it, and the rest is not sent.
    reply.raw.once('finish', () => {
      if (!raw.complete) outward.destroy();
    });
    raw.pipe(outward);
  });
}

/**
 * Sends the request with its body over a connection that may be kept alive. Resolves with the head of the answer.
 * `open` starts a request, with `own` on a new connection. If a server has just closed a kept connection, it has not
 * read the request: a request that changes nothing is sent again. `failed` converts errors.
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

/** The status of an answer that is passed on. Throws `failed`, and destroys the answer, if the status is invalid. */
export function finalStatus(answer: IncomingMessage, failed: (error: Error) => Error): number {
  const status = answer.statusCode ?? 502;
  if (status >= 200 && status <= 599) return status;
  answer.destroy();
  throw failed(new Error(`it answered with the status ${status}`));
}

/** The challenges of an answer, each in a separate header: Node joins them, and browsers cannot split them. */
export const challengesOf = ({
  headersDistinct: { 'www-authenticate': challenges },
}: IncomingMessage): OutgoingHttpHeaders => (challenges ? { 'www-authenticate': challenges } : {});

/**
 * The unchanged target of the request line, with its version prefix. Of an absolute URL, only the part after the host.
 */
export const requestTarget = (request: FastifyRequest): string =>
  request.originalUrl.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
