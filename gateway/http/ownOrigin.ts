import type { FastifyRequest } from 'fastify';
import { ApiFailure } from './failures.ts';

/**
 * A page of another site must not steer what a socket opens (streams §1.2): a browser sends the cookies of a session
 * from such pages too, and keeps no answer of a websocket from them.
 */
export function requireOwnOrigin({ headers: { origin }, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new ApiFailure(403, 'the request comes from a page of another site');
}
