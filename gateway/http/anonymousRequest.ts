// The limits of requests of callers who have not signed in: their size, and how many wait for an answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readForm, readObject, type JsonObject } from './body.ts';
import { isOnKnownConnection, whenSettled } from './connections.ts';
import { ApiFailure } from './failures.ts';
import { FairSlots, type SlotsMax } from './FairSlots.ts';
import {
  ANONYMOUS_BODIES,
  ANONYMOUS_BODY,
  ANONYMOUS_HEADER_MAX_BYTES,
  ANONYMOUS_LARGE_REQUESTS,
  ANONYMOUS_REQUESTS,
} from './limits.ts';

const hasLargeHeader = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean =>
  raw.rawHeaders.reduce((sum, text) => sum + text.length, raw.url?.length ?? 0) > ANONYMOUS_HEADER_MAX_BYTES;

/** Throws a refusal if the request line and headers are larger than a caller who has not signed in needs. */
export function requireSmallHeader(request: Pick<FastifyRequest, 'raw'>): void {
  if (hasLargeHeader(request)) throw new ApiFailure(431, 'the request header is too large');
}

export type RequestsMax = { usual: SlotsMax; large: SlotsMax };

/**
 * Limits the requests that wait for an answer: over HTTP/2, or through a proxy, one connection has many. If there are
 * too many, the oldest is dropped. Pass `max` if all callers count as anonymous: a relay learns only from websockets
 * who has signed in.
 */
export function limitAnonymousRequests(
  server: FastifyInstance,
  max: RequestsMax = { usual: ANONYMOUS_REQUESTS, large: ANONYMOUS_LARGE_REQUESTS },
): void {
  const [usual, large] = [new FairSlots(max.usual), new FairSlots(max.large)];
  server.addHook('onRequest', async (request, reply) => {
    if (isOnKnownConnection(request)) return;
    const slots = hasLargeHeader(request) ? large : usual;
    // A pipelined answer that waits for an earlier one has no socket yet, so its connection is closed.
    const isHttp1 = request.raw.httpVersionMajor === 1;
    const release = slots.take(
      request.ip,
      () => void (isHttp1 ? request.raw.socket : reply.raw).destroy(),
      () => reply.raw.headersSent, // downloads in progress are dropped last
    );
    reply.raw.once('close', release);
    whenSettled(request, release);
  });
}

/**
 * Reads the bodies of callers who have not signed in, a limited number at a time. If there are more, the oldest is
 * dropped.
 */
export class AnonymousBodies {
  #slots = new FairSlots(ANONYMOUS_BODIES);

  read(request: FastifyRequest, reply: FastifyReply): Promise<JsonObject> {
    return this.#inSlot(request, reply, () => readObject(request, ANONYMOUS_BODY));
  }

  readForm(request: FastifyRequest, reply: FastifyReply): Promise<URLSearchParams> {
    return this.#inSlot(request, reply, () => readForm(request, ANONYMOUS_BODY));
  }

  async #inSlot<T>(request: FastifyRequest, reply: FastifyReply, read: () => Promise<T>): Promise<T> {
    // Each chunk costs as much as a small request and may have one byte. Clients know the length of what they send
    // here: a few hundred bytes.
    if (request.headers['transfer-encoding'] !== undefined) {
      reply.header('connection', 'close');
      throw new ApiFailure(411, 'request: the length of the body is missing');
    }
    const release = this.#slots.take(request.ip, () => request.raw.destroy());
    try {
      return await read();
    } finally {
      release();
    }
  }
}
