import type { FastifyRequest } from 'fastify';
import { ApiFailure } from './failures.ts';

/**
 * A page of another site must not control what a socket opens (streams §1.2). Browsers send session cookies from such
 * pages too, and let them read the answers of websockets.
 */
export function requireOwnOrigin({ headers: { origin }, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new ApiFailure(403, 'the request comes from a page of another site');
}
