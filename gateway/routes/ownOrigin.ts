import { ApiFailure } from '../http/failures.ts';
import type { Call } from './api.ts';

/** A page of another site must not steer what a socket opens (streams §1.2). */
export function requireOwnOrigin({ request }: Pick<Call, 'request'>): void {
  const { origin } = request.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host))
    throw new ApiFailure(403, 'the request comes from a page of another site');
}
