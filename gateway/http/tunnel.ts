// Websockets through a proxy: the other side decides on the handshake, then bytes are passed on unchanged.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limitInformation } from './exchange.ts';
import { ApiFailure } from './failures.ts';

/** The operating system detects a vanished peer after about this time. */
const KEEP_ALIVE_MS = 30_000;
/** After one side has closed, the other gets this long to finish. Some servers never do (streams §1.5). */
const HALF_OPEN_MAX_MS = 10_000;

/** All open websockets, which are dropped when the server closes. */
export type OpenTunnels = Set<Duplex>;

type Switched = { kind: 'switched'; answer: IncomingMessage; socket: Duplex; head: Buffer };
export type Handshake = Switched | { kind: 'refused'; answer: IncomingMessage };

/** Throws for an upgrade to anything else. */
export function requireWebsocket({ headers }: FastifyRequest): void {
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw new ApiFailure(400, 'only websockets can be opened here');
}

/** Throws for an upgrade to HTTP: it would carry requests that are not checked. Agents request other protocols. */
export function refuseHttpTunnel({ headers }: FastifyRequest): void {
  if (/(?:^|,)\s*(?:h2c?|http)\b/i.test(headers.upgrade ?? ''))
    throw new ApiFailure(400, 'an upgrade to HTTP is not passed on');
}

/** The other side's answer to an upgrade. `failed` converts errors. */
export function handshake(
  reply: FastifyReply,
  outward: ClientRequest,
  failed: (error: Error) => Error,
): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const abandon = () => outward.destroy();
    reply.raw.once('close', abandon);
    const { socket: client } = reply.raw;
    // During the handshake no code reads from the client, and its end stays unseen. This removes no bytes.
    const look = () => void client?.read(0);
    client?.on('readable', look).once('end', abandon);
    const settle = () => client?.off('readable', look).off('end', abandon);
    limitInformation(outward);
    outward.once('upgrade', (answer, socket, head) => {
      settle();
      reply.raw.off('close', abandon);
      resolve({ kind: 'switched', answer, socket, head });
    });
    outward.once('response', (answer) => {
      settle();
      resolve({ kind: 'refused', answer });
    });
    outward.on('error', (error) => {
      settle();
      reject(failed(error));
    });
    outward.end();
  });
}

/** Sends the answer with these headers to the browser, as bytes that Node has read, and joins the two sockets. */
export function joinTunnel(
  browser: { socket: Duplex; head: Buffer },
  { socket, head, answer }: Switched,
  tunnels: OpenTunnels,
  headers: OutgoingHttpHeaders,
): void {
  const { upgrade = 'websocket' } = answer.headers;
  browser.socket.write(switchingHead({ connection: 'Upgrade', upgrade, ...headers }), 'latin1');
  browser.socket.write(head);
  socket.write(browser.head);
  join(browser.socket, socket, tunnels);
}

function switchingHead(headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
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
