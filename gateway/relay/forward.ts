// One HTTP exchange through the relay: bodies stream both ways, and whoever goes away takes the other side along.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { HEADLESS_TTL_MS } from '../../src/wire/constants.ts';
import { widenWindow } from '../http/http2Session.ts';
import type { Cluster } from './cluster.ts';
import { toBrowser, toCluster, type Ends } from './headers.ts';
import type { Client } from './proxyProtocol.ts';
import { unreachable } from './unreachable.ts';

/** Rejects with a 504 where the cluster gives no answer. */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  cluster: Cluster,
  ends: Ends,
): Promise<FastifyReply> {
  const answer = await exchange(request, reply, cluster, ends);
  return sendAnswer(reply, answer, ends);
}

export const sendAnswer = (reply: FastifyReply, answer: IncomingMessage, ends: Ends): FastifyReply =>
  reply
    .code(answer.statusCode ?? 502)
    .headers(toBrowser(answer.headers, ends))
    .send(answer);

function exchange(
  request: FastifyRequest,
  reply: FastifyReply,
  cluster: Cluster,
  ends: Ends,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const path = requestTarget(request);
    const outward = cluster.request({
      client: clientOf(request),
      method: request.method,
      path,
      headers: toCluster(request.headers, ends, request.ip),
      ...(waitsForApproval(path) && { silenceMaxMs: HEADLESS_TTL_MS + APPROVAL_MARGIN_MS }),
    });
    outward.once('response', resolve);
    // Also after the answer: a cluster that refuses an upload closes while the rest is still on its way.
    outward.on('error', (error) => reject(unreachable(ends.cluster, error)));
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) outward.destroy();
    });
    // The answer came before the body had gone out: the cluster refused it, and nobody sends the rest.
    reply.raw.once('finish', () => {
      if (!request.raw.complete) outward.destroy();
    });
    if (isUpload(path)) widenWindow(request.raw);
    request.raw.pipe(outward);
  });
}

/** As far as this server trusts it; a proxy in front tells no port. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  port: request.ip === request.socket.remoteAddress ? (request.socket.remotePort ?? 0) : 0,
});

/** The cluster may answer at the last moment. */
const APPROVAL_MARGIN_MS = 20_000;
/** A command line is answered when its user has approved it in a browser (http-auth §9). */
const waitsForApproval = (path: string): boolean => /^(?:\/v1)*\/webapi\/ssh\/certs(?:\?|$)/.test(path);

/** [http-resources §16] */
const isUpload = (path: string): boolean => /^(?:\/v1)*\/webapi\/[^?]*\/scp(?:\?|$)/.test(path);

/** The request line's target as it came, with its version prefix; of an absolute one only what follows the host. */
export const requestTarget = (request: FastifyRequest): string =>
  request.originalUrl.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
