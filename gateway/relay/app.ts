// Cluster mode: the console in front of the proxy of an existing cluster.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG_PATH } from '../../src/wire/constants.ts';
import type { ClusterMode, Settings } from '../config/settings.ts';
import { RELAYED_REQUESTS } from '../http/limits.ts';
import type { LogStream } from '../http/log.ts';
import { registerPages, type PageSource } from '../http/pages.ts';
import { createServer } from '../http/server.ts';
import type { OpenTunnels } from '../http/tunnel.ts';
import { createUpgrades } from '../http/upgrades.ts';
import type { ServedApp } from '../process/app.ts';
import { relayApplications } from './applications.ts';
import { connectCluster } from './cluster.ts';
import { clusterPageValues } from './clusterPage.ts';
import { forward } from './forward.ts';
import { greetCluster } from './greeting.ts';
import type { Peers } from './headers.ts';
import { forwardUpgrade } from './upgrade.ts';

/**
 * Serves the pages and their files. Everything else, in any version of the cluster's API, goes to the cluster.
 * Stateless: it may be killed and started at any time.
 */
export async function createRelayApp(
  settings: Settings,
  mode: ClusterMode,
  pages: PageSource,
  logStream?: LogStream,
): Promise<ServedApp> {
  const foreign = (request: FastifyRequest, reply: FastifyReply) => application(request, reply);
  const server = await createServer(settings, logStream, foreign, RELAYED_REQUESTS);
  const upgrades = createUpgrades(server, pages.takesUpgrade);
  const cluster = connectCluster(mode);
  const tunnels: OpenTunnels = new Set();
  const publicOrigin = new URL(settings.publicUrl).origin;

  const peersOf = (request: FastifyRequest): Peers => ({
    cluster: cluster.origin,
    origins: [`${request.protocol}://${request.host}`, publicOrigin],
  });
  const relay = (request: FastifyRequest, reply: FastifyReply, peers: Peers) =>
    upgrades.isUpgrade(request)
      ? forwardUpgrade(request, reply, { cluster, peers, upgrades, tunnels })
      : forward(request, reply, cluster, peers);

  const application = relayApplications(cluster, settings.publicUrl, relay);
  const toClusterItself = (request: FastifyRequest, reply: FastifyReply) => relay(request, reply, peersOf(request));

  await pages.serveAssets(server);
  registerPages(server, pages, (request, reply) => clusterPageValues(request, reply, cluster, peersOf(request)));
  server.all(CONFIG_PATH, toClusterItself);
  server.all('/*', toClusterItself);

  return {
    server,
    notices: () => greetCluster(cluster, settings.publicUrl),
    reload: () => undefined,
    async close() {
      upgrades.closeAll();
      for (const socket of tunnels) socket.destroy();
      await server.close();
      cluster.close();
    },
  };
}
