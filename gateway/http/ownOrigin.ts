import type { FastifyRequest } from 'fastify';
import { ApiFailure } from './failures.ts';

/** For sockets that act in the user's name: a page of another site must not open them (streams §1.2). */
export function requireOwnOrigin(request: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const { origin } = request.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host))
    throw new ApiFailure(403, 'the request comes from a page of another site');
}
