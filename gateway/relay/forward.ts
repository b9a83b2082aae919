// One HTTP exchange through the relay: bodies stream both ways, and if one side closes, the other side is closed too.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { CONFIG_PATH, HEADLESS_TTL_MS } from '../../src/wire/constants.ts';
import { challengesOf, exchangeOverKept, finalStatus, requestTarget } from '../http/exchange.ts';
import { widenWindow } from '../http/http2Session.ts';
import type { Cluster } from './cluster.ts';
import { toBrowser, toCluster, type Peers } from './headers.ts';
import type { Client } from './proxyProtocol.ts';
import { unreachable } from './unreachable.ts';

/** Rejects with a 504 if the cluster does not answer. */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  cluster: Cluster,
  peers: Peers,
): Promise<FastifyReply> {
  const answer = await ask(request, reply, cluster, peers);
  return sendAnswer(reply, answer, peers);
}

/** Throws a 504 if the status is invalid. */
export function sendAnswer(reply: FastifyReply, answer: IncomingMessage, peers: Peers): FastifyReply {
  const status = finalStatus(answer, (error) => unreachable(peers.cluster, error));
  const headers = { ...toBrowser(answer.headers, peers), ...challengesOf(answer) };
  return reply.code(status).headers(headers).send(answer);
}

function ask(request: FastifyRequest, reply: FastifyReply, cluster: Cluster, peers: Peers): Promise<IncomingMessage> {
  const path = requestTarget(request);
  const open = (own: boolean) =>
    cluster.request({
      client: clientOf(request),
      method: request.method,
      path,
      headers: toCluster(request.headers, peers, request.ip),
      own,
      silenceMaxMs: silenceMaxMs(path),
    });
  if (isUpload(path)) widenWindow(request.raw);
  return exchangeOverKept(request, reply, open, (error) => unreachable(peers.cluster, error));
}

/** The client's address, as far as this server trusts it. A proxy in front sends no port. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  port: request.ip === request.socket.remoteAddress ? (request.socket.remotePort ?? 0) : 0,
});

/** Users do not wait longer for a blank window. */
export const PAGE_SILENCE_MAX_MS = 10_000;
/** The cluster may answer at the last moment. */
const APPROVAL_MARGIN_MS = 20_000;
/** A command line gets an answer after its user has approved it in a browser (http-auth §9). */
const waitsForApproval = (path: string): boolean => /^(?:\/v1)*\/webapi\/ssh\/certs(?:\?|$)/.test(path);

/** undefined: the default. The settings script delays the whole page. */
function silenceMaxMs(path: string): number | undefined {
  if (waitsForApproval(path)) return HEADLESS_TTL_MS + APPROVAL_MARGIN_MS;
  return path === CONFIG_PATH ? PAGE_SILENCE_MAX_MS : undefined;
}

/** [http-resources §16] */
const isUpload = (path: string): boolean => /^(?:\/v1)*\/webapi\/[^?]*\/scp(?:\?|$)/.test(path);
