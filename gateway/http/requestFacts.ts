// What the log tells of a request beside its address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

type Facts = {
  /** Address of the client. Behind a proxy it is a header, in which anything may stand. */
  remote: string;
  /** Absent while nobody is known to be signed in. */
  user?: string;
};

const facts = new WeakMap<FastifyRequest, Facts>();

/**
 * To be called first of all. Keeps the address, also as `request.ip`: a connection that is closed does not tell it any
 * more, and limits to an address must not end with the connection.
 */
export function noteRequest(request: FastifyRequest): void {
  const { ip: named = '' } = request as { ip?: string };
  const ip = withoutPort(named);
  Object.defineProperty(request, 'ip', { value: ip });
  facts.set(request, { remote: isIP(ip) > 0 ? ip : 'unknown' });
}

/** Some proxies pass on the port too, which differs with each connection of a client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+):\d+|\[(?<v6>[^\]]*)\](?::\d+)?)$/.exec(address)?.groups ?? {};
  return v4 ?? v6 ?? address;
}

/** The user whose session the request's cookie names, whatever is refused afterwards. */
export function noteUser(request: FastifyRequest, user: string): void {
  const found = facts.get(request);
  if (found) found.user = user;
}

export const factsOf = (request: FastifyRequest): Facts => facts.get(request) ?? { remote: 'unknown' };

/** `address:port` of the client, as audit events name it; port 0 where the connection is closed already. */
export const remoteAddressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  `${ip}:${socket.remotePort ?? 0}`;

/** Errors of streams whose other end is gone. */
const DISCONNECTED = new Set(['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** True for a failure whose only reason is that the connection of the request was closed. */
export const isDisconnect = (error: Error, request: FastifyRequest, reply: FastifyReply): boolean =>
  'code' in error && DISCONNECTED.has(String(error.code)) && (request.raw.destroyed || reply.raw.destroyed);
