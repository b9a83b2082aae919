// Websockets through the relay.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markSignedIn, settleTunnel } from '../http/connections.ts';
import { requestTarget } from '../http/exchange.ts';
import { handshake, joinTunnel, refuseHttpTunnel, type OpenTunnels } from '../http/tunnel.ts';
import type { Upgrades } from '../http/upgrades.ts';
import type { Cluster } from './cluster.ts';
import { clientOf, sendAnswer } from './forward.ts';
import { toBrowser, toCluster, type Peers } from './headers.ts';
import { unreachable } from './unreachable.ts';

/** If the cluster refuses a handshake, its answer is passed on unchanged. */
export async function forwardUpgrade(
  request: FastifyRequest,
  reply: FastifyReply,
  { cluster, peers, upgrades, tunnels }: { cluster: Cluster; peers: Peers; upgrades: Upgrades; tunnels: OpenTunnels },
): Promise<FastifyReply> {
  refuseHttpTunnel(request);
  const outward = cluster.request({
    client: clientOf(request),
    method: request.method,
    path: requestTarget(request),
    headers: {
      ...toCluster(request.headers, peers, request.ip),
      connection: 'Upgrade',
      upgrade: request.headers.upgrade,
    },
    own: true,
  });
  const outcome = await handshake(reply, outward, (error) => unreachable(peers.cluster, error));
  outward.setTimeout(0);
  if (outcome.kind === 'refused') return sendAnswer(reply, outcome.answer, peers);
  const browser = upgrades.take(request, reply);
  if (!browser) {
    outcome.socket.destroy();
    return reply;
  }
  // A cluster opens websockets only for signed-in users, except the tunnels of agents.
  if (isAgentsTunnel(requestTarget(request))) settleTunnel(request);
  else markSignedIn(request);
  joinTunnel(browser, outcome, tunnels, toBrowser(outcome.answer.headers, peers));
  return reply;
}

/** [http-resources §19] */
const isAgentsTunnel = (path: string): boolean => /^(?:\/v1)*\/webapi\/connectionupgrade\/*(?:\?|$)/i.test(path);
