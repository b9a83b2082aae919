// Applications of a cluster behind the relay: `<name>.<relay's host>` maps to `<name>.<cluster's host>`. Cookies,
// origins and redirects are converted in both directions (http-resources §4.4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../http/failures.ts';
import { redirectToLauncher } from '../http/launcher.ts';
import { logFailure } from '../http/requestLog.ts';
import { sendText } from '../http/sendText.ts';
import type { Cluster } from './cluster.ts';
import type { Peers } from './headers.ts';

type Relay = (request: FastifyRequest, reply: FastifyReply, peers: Peers) => Promise<FastifyReply>;

/** Handles requests from `createServer` whose host is not the console's. */
export const relayApplications =
  (cluster: Cluster, publicUrl: string, relay: Relay) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const peers = applicationPeers(request, cluster, publicUrl);
    if (!peers) return void redirectToLauncher(request, reply, publicUrl);
    relay(request, reply, peers).catch((error: unknown) => {
      if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
      if (!(error instanceof ApiFailure)) logFailure(request, error, 'a request for an application failed');
      const [status, text] =
        error instanceof ApiFailure ? [error.status, error.message] : [500, 'the gateway could not answer'];
      sendText(reply, status, `${text}\n`);
    });
  };

/** undefined for a name that is not below the relay's host. The console's own host maps to the cluster's. */
function applicationPeers(
  { hostname, host, protocol, headers }: Pick<FastifyRequest, 'hostname' | 'host' | 'protocol' | 'headers'>,
  cluster: Pick<Cluster, 'origin'>,
  publicUrl: string,
): Peers | undefined {
  const { hostname: ownHost, origin } = new URL(publicUrl);
  const ownOrigin = `${protocol}://${host}`;
  const there = new URL(cluster.origin);
  if (hostname === ownHost)
    return {
      cluster: cluster.origin,
      origins: [ownOrigin, origin],
      application: { consoles: [ownOrigin, origin], clusterConsole: cluster.origin, hostname },
    };
  // The answer allows the origin of the request.
  const askedFirst = (consoles: string[]) =>
    consoles.sort((a, b) => Number(b === headers.origin) - Number(a === headers.origin));
  const [label = '', ...rest] = hostname.toLowerCase().split('.');
  if (rest.join('.') !== ownHost || !/^[a-z0-9-]+$/.test(label)) return undefined;
  there.hostname = `${label}.${there.hostname}`;
  // The name may not match if the cluster has an IP address: then the cookies decide.
  const peers = { cluster: there.origin, origins: [ownOrigin] };
  const consoles = askedFirst([origin, `${protocol}://${host.slice(label.length + 1)}`]);
  return { ...peers, application: { consoles, clusterConsole: cluster.origin, hostname: there.hostname } };
}
