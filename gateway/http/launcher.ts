// Redirects from an application's host to the console page that opens the application (http-resources §4.4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bareRedirect } from './redirect.ts';

/**
 * Limit of a path that is passed on. The answer escapes it several times and must not become a multiple of the request.
 */
const PATH_MAX_CHARS = 2048;

/** The query is dropped. Without `withPath` the path is dropped too: it belongs to a session that has ended. */
export function redirectToLauncher(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  { withPath = true }: { withPath?: boolean } = {},
): FastifyReply {
  const [requestPath = '/'] = request.originalUrl.split('?', 1);
  const path = requestPath.length > PATH_MAX_CHARS ? '/' : requestPath;
  const page = `${publicUrl}/web/launch/${encodeURIComponent(request.hostname)}`;
  return bareRedirect(reply, withPath ? `${page}?path=${encodeURIComponent(path)}` : page);
}
