// Applications of a cluster behind the relay: `<name>.<our host>` stands for `<name>.<the cluster's host>`. Cookies, origins
// and redirects are moved between the two (http-resources §4.4).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../http/failures.ts';
import { redirectToLauncher } from '../http/launcher.ts';
import { logFailure } from '../http/requestLog.ts';
import { sendText } from '../http/sendText.ts';
import type { Cluster } from './cluster.ts';
import type { Ends } from './headers.ts';

type Relay = (request: FastifyRequest, reply: FastifyReply, ends: Ends) => Promise<FastifyReply>;

/** Answers what `createServer` hands over: requests whose host is none of the console's. */
export const relayApplications =
  (cluster: Cluster, publicUrl: string, relay: Relay) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const ends = applicationEnds(request, cluster, publicUrl);
    if (!ends) return void redirectToLauncher(request, reply, publicUrl);
    relay(request, reply, ends).catch((error: unknown) => {
      if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
      if (!(error instanceof ApiFailure)) logFailure(request, error, 'a request for an application failed');
      const [status, text] =
        error instanceof ApiFailure ? [error.status, error.message] : [500, 'the gateway could not answer'];
      sendText(reply, status, `${text}\n`);
    });
  };

/** undefined for a name that is not below ours; the console's own host stands for the cluster's. */
function applicationEnds(
  { hostname, host, protocol, headers }: Pick<FastifyRequest, 'hostname' | 'host' | 'protocol' | 'headers'>,
  cluster: Pick<Cluster, 'origin'>,
  publicUrl: string,
): Ends | undefined {
  const { hostname: ownHost, origin } = new URL(publicUrl);
  const own = `${protocol}://${host}`;
  const there = new URL(cluster.origin);
  if (hostname === ownHost)
    return {
      cluster: cluster.origin,
      own: [own, origin],
      application: { consoles: [own, origin], clusterConsole: cluster.origin, hostname },
    };
  // The answer allows the one that asks.
  const askedFirst = (consoles: string[]) =>
    consoles.sort((a, b) => Number(b === headers.origin) - Number(a === headers.origin));
  const [label = '', ...rest] = hostname.toLowerCase().split('.');
  if (rest.join('.') !== ownHost || !/^[a-z0-9-]+$/.test(label)) return undefined;
  there.hostname = `${label}.${there.hostname}`;
  // Its name may not fit where the cluster is known by a number: the cookies decide there.
  const origins = { cluster: there.origin, own: [own] };
  const consoles = askedFirst([origin, `${protocol}://${host.slice(label.length + 1)}`]);
  return { ...origins, application: { consoles, clusterConsole: cluster.origin, hostname: there.hostname } };
}
