// The way from an application's host to the page of the console that opens the application (http-resources §4.4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bareRedirect } from './redirect.ts';

/** Of a path that travels on. It is escaped several times in the answer, which must not become a multiple of the request. */
const PATH_MAX_CHARS = 2048;

/** The query is lost. Without `withPath` the path is, too: that of a session which has ended. */
export function redirectToLauncher(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  { withPath = true }: { withPath?: boolean } = {},
): FastifyReply {
  const [asked = '/'] = request.originalUrl.split('?', 1);
  const path = asked.length > PATH_MAX_CHARS ? '/' : asked;
  const page = `${publicUrl}/web/launch/${encodeURIComponent(request.hostname)}`;
  return bareRedirect(reply, withPath ? `${page}?path=${encodeURIComponent(path)}` : page);
}
