// What requests of callers who have not signed in may consist of, and how many of them wait for their answer.
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

/** Throws the refusal of a request line and headers that are larger than anybody needs who has not signed in. */
export function requireSmallHeader(request: Pick<FastifyRequest, 'raw'>): void {
  if (hasLargeHeader(request)) throw new ApiFailure(431, 'the request header is too large');
}

export type RequestsMax = { usual: SlotsMax; large: SlotsMax };

/**
 * Bounds what waits for its answer: over HTTP/2, or through a proxy, one connection has many requests. Where there are
 * too many, the oldest breaks off. Give `max` where all are taken for anonymous: a relay learns who has signed in from
 * websockets only.
 */
export function limitAnonymousRequests(
  server: FastifyInstance,
  max: RequestsMax = { usual: ANONYMOUS_REQUESTS, large: ANONYMOUS_LARGE_REQUESTS },
): void {
  const [usual, large] = [new FairSlots(max.usual), new FairSlots(max.large)];
  server.addHook('onRequest', async (request, reply) => {
    if (isOnKnownConnection(request)) return;
    const slots = hasLargeHeader(request) ? large : usual;
    // An answer that waits for the one before it has no socket yet: its connection goes.
    const isHttp1 = request.raw.httpVersionMajor === 1;
    const release = slots.take(
      request.ip,
      () => void (isHttp1 ? request.raw.socket : reply.raw).destroy(),
      () => reply.raw.headersSent, // a download under way goes after what still waits
    );
    reply.raw.once('close', release);
    whenSettled(request, release);
  });
}

/**
 * Reads the bodies of callers who have not signed in. Only so many are on their way at a time; where there are more, the
 * one that has been on its way for longest breaks off.
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
    // Each piece of a chunked body costs as much as a small request, and a piece may have one byte. Clients know what
    // they send here: a few hundred bytes.
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
