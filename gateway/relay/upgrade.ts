// Websockets through the relay: the cluster decides about the handshake, then bytes pass untouched.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { markSignedIn } from '../http/connections.ts';
import type { Upgrades } from '../http/upgrades.ts';
import type { Cluster } from './cluster.ts';
import { clientOf, requestTarget, sendAnswer } from './forward.ts';
import { toCluster, type Ends } from './headers.ts';
import { unreachable } from './unreachable.ts';

/** A peer that vanished without a word is noticed by the system after about this long. */
const KEEP_ALIVE_MS = 30_000;
/** One side has closed; the other gets this long to finish. Some servers never do (streams §1.5). */
const HALF_OPEN_MAX_MS = 10_000;

/** Every relayed websocket that is open, to be dropped when the server closes. */
export type OpenTunnels = Set<Duplex>;

/** The cluster's refusal of a handshake is answered as it came. */
export async function forwardUpgrade(
  request: FastifyRequest,
  reply: FastifyReply,
  { cluster, ends, upgrades, tunnels }: { cluster: Cluster; ends: Ends; upgrades: Upgrades; tunnels: OpenTunnels },
): Promise<FastifyReply> {
  const outcome = await handshake(request, reply, cluster, ends);
  if (outcome.kind === 'refused') return sendAnswer(reply, outcome.answer, ends);
  const browser = upgrades.take(request, reply);
  if (!browser) {
    outcome.socket.destroy();
    return reply;
  }
  markSignedIn(request); // a cluster opens no websocket to anybody else
  browser.socket.write(switchingHead(outcome.answer));
  browser.socket.write(outcome.head);
  outcome.socket.write(browser.head);
  join(browser.socket, outcome.socket, tunnels);
  return reply;
}

type Outcome =
  | { kind: 'switched'; answer: IncomingMessage; socket: Duplex; head: Buffer }
  | { kind: 'refused'; answer: IncomingMessage };

function handshake(request: FastifyRequest, reply: FastifyReply, cluster: Cluster, ends: Ends): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const outward = cluster.request({
      client: clientOf(request),
      method: request.method,
      path: requestTarget(request),
      headers: {
        ...toCluster(request.headers, ends, request.ip),
        connection: 'Upgrade',
        upgrade: request.headers.upgrade,
      },
      own: true,
    });
    const abandon = () => outward.destroy();
    reply.raw.once('close', abandon);
    outward.once('upgrade', (answer, socket, head) => {
      reply.raw.off('close', abandon);
      outward.setTimeout(0);
      resolve({ kind: 'switched', answer, socket, head });
    });
    outward.once('response', (answer) => resolve({ kind: 'refused', answer }));
    outward.on('error', (error) => reject(unreachable(ends.cluster, error)));
    outward.end();
  });
}

function switchingHead({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((text, i) => (i % 2 === 0 ? [`${text}: ${rawHeaders[i + 1] ?? ''}`] : []));
  return ['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n');
}

function join(a: Duplex, b: Duplex, tunnels: OpenTunnels): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    tunnels.add(from);
    if (from instanceof Socket) {
      from.setNoDelay(true); // a keystroke is one byte
      from.setKeepAlive(true, KEEP_ALIVE_MS);
      from.setTimeout(0);
    }
    from.on('error', () => from.destroy());
    from.once('end', () => setTimeout(() => to.destroy(), HALF_OPEN_MAX_MS).unref());
    from.once('close', () => {
      tunnels.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
