// Answers that are sent before the request body has arrived, such as an early refusal of an upload.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constants, Http2ServerRequest, type ServerHttp2Stream } from 'node:http2';

/**
 * How much of a body is still read, and for how long: HTTP/1.1 browsers read an answer after they have sent the whole
 * body.
 */
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;
/** Over HTTP/2 a client stops when it is asked to (RFC 9113 §8.1). Shorter bodies have already been sent. */
const STOP_FROM_BYTES = 64 * 1024;

/**
 * Ends requests whose answer is complete before their body. Up to a limit, the rest of the body is read and dropped, so
 * that the client reads the answer and the connection can be reused. Above the limit the connection is closed.
 */
export function endUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (bodyBytes(request) === 0 || hasWholeBody(request)) return;
    // Node's HTTP/2 answer finishes only when the whole stream is closed.
    (streamOf(request) ?? reply.raw).once('finish', () => endBody(request));
  });
}

function bodyBytes({ headers }: FastifyRequest): number {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : Infinity;
}

/** A request without a connection (Fastify's `inject`) reports completeness only through its stream. */
function hasWholeBody({ raw }: FastifyRequest): boolean {
  return raw.complete || raw.readableEnded;
}

/** undefined for an HTTP/1.1 request. */
function streamOf({ raw }: FastifyRequest): ServerHttp2Stream | undefined {
  const request: object = raw;
  return request instanceof Http2ServerRequest ? request.stream : undefined;
}

function endBody(request: FastifyRequest): void {
  if (hasWholeBody(request)) return;
  const { raw } = request;
  const http2 = streamOf(request);
  const stop = () => (http2 ? http2.close(constants.NGHTTP2_NO_ERROR) : raw.destroy());
  drain(raw, stop);
  // Only a stream that is being read sends its reset at once.
  if (http2 && bodyBytes(request) > STOP_FROM_BYTES) setImmediate(stop);
}

function drain(raw: FastifyRequest['raw'], giveUp: () => void): void {
  let bytes = 0;
  const timer = setTimeout(giveUp, DRAIN_MAX_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.on('error', () => undefined); // the client closed the connection
  raw.unpipe();
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > DRAIN_MAX_BYTES) giveUp();
  });
  raw.resume();
}
