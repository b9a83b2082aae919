// The facts about a request in the log besides its address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

type Facts = {
  /** Address of the client. Behind a proxy it comes from a header and may be any text. */
  remote: string;
  /** Absent while the caller is not known to be signed in. */
  user?: string;
};

const facts = new WeakMap<FastifyRequest, Facts>();

/**
 * Call this first. Stores the address, also as `request.ip`: a closed connection no longer has it, and limits for an
 * address must outlive the connection.
 */
export function noteRequest(request: FastifyRequest): void {
  const { ip: named = '' } = request as { ip?: string };
  const ip = withoutPort(named);
  Object.defineProperty(request, 'ip', { value: ip });
  facts.set(request, { remote: isIP(ip) > 0 ? ip : 'unknown' });
}

/** Some proxies also pass on the port, which differs for each connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+):\d+|\[(?<v6>[^\]]*)\](?::\d+)?)$/.exec(address)?.groups ?? {};
  return v4 ?? v6 ?? address;
}

/** Stores the user of the request's session cookie, even if the request is refused later. */
export function noteUser(request: FastifyRequest, user: string): void {
  const found = facts.get(request);
  if (found) found.user = user;
}

export const factsOf = (request: FastifyRequest): Facts => facts.get(request) ?? { remote: 'unknown' };

/** `address:port` of the client, as in audit events. Port 0 if the connection is already closed. */
export const remoteAddressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  `${ip}:${socket.remotePort ?? 0}`;

/** Errors of streams whose other end has closed. */
const DISCONNECTED = new Set(['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** True if the request failed only because its connection was closed. */
export const isDisconnect = (error: Error, request: FastifyRequest, reply: FastifyReply): boolean =>
  'code' in error && DISCONNECTED.has(String(error.code)) && (request.raw.destroyed || reply.raw.destroyed);
