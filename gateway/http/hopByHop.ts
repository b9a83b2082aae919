// A proxy does not pass on headers that concern only one connection.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Concern one connection, not the message on it (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The end of the body and the host. If a sender could remove these headers, its body could become the next request. */
const NEVER_NAMED = ['content-length', 'host'];

/** The headers of a message that is passed on, filtered by `keep`. */
export function withoutHopByHop(
  headers: IncomingHttpHeaders,
  keep: (name: string) => boolean = () => true,
): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  for (const name of NEVER_NAMED) named.delete(name);
  const passes = (name: string) => !HOP_BY_HOP.has(name) && !named.has(name) && keep(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => passes(name)));
}
