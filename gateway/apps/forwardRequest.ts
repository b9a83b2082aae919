// Forwards requests and websockets to an application and back, without buffering, caching or following redirects.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { challengesOf, exchangeOverKept, finalStatus, requestTarget } from '../http/exchange.ts';
import { ApiFailure } from '../http/failures.ts';
import { widenWindow } from '../http/http2Session.ts';
import { HEADER_MAX_BYTES } from '../http/limits.ts';
import { requireOwnOrigin } from '../http/ownOrigin.ts';
import { handshake, joinTunnel, requireWebsocket, type OpenTunnels } from '../http/tunnel.ts';
import type { Upgrades } from '../http/upgrades.ts';
import { TargetError } from '../terminal/target.ts';
import { toApp, toBrowser, type AppFront, type AppIdentity } from './appHeaders.ts';
import type { Application } from './application.ts';
import type { AppSession } from './AppSession.ts';
import type { Upstreams } from './upstream.ts';

type OpenApp = Application & { target: URL };

type Route = {
  app: OpenApp;
  front: AppFront;
  identity: AppIdentity;
  session: AppSession;
  upstreams: Upstreams;
  /** Called with the status of the answer. */
  noted: (status: number) => void;
};

/** Rejects with the refusal if the application does not answer. */
export async function forwardRequest(request: FastifyRequest, reply: FastifyReply, to: Route): Promise<FastifyReply> {
  const { app, front, identity, session } = to;
  begin(session, reply.raw);
  widenWindow(request.raw);
  const headers = toApp(request.headers, app, front, identity);
  const answer = await exchangeOverKept(
    request,
    reply,
    (own) => open(request, to, headers, own),
    (error) => failureOf(error, app),
  );
  return sendAnswer(reply, answer, to);
}

/** If the application refuses a handshake, its answer is passed on unchanged. */
export async function forwardUpgrade(
  request: FastifyRequest,
  reply: FastifyReply,
  to: Route & { upgrades: Upgrades; tunnels: OpenTunnels },
): Promise<FastifyReply> {
  const { app, front, identity, session, upgrades, tunnels } = to;
  requireWebsocket(request);
  requireOwnOrigin(request);
  const upgrade = request.headers.upgrade ?? '';
  const { socket: client } = request.raw;
  begin(session, client);
  const outward = open(request, to, {
    ...toApp(request.headers, app, front, identity),
    connection: 'Upgrade',
    upgrade,
  });
  const outcome = await handshake(reply, outward, (error) => failureOf(error, app));
  if (outcome.kind === 'refused') return sendAnswer(reply, outcome.answer, to);
  const browser = upgrades.take(request, reply);
  if (!browser) {
    outcome.socket.destroy();
    return reply;
  }
  to.noted(101);
  joinTunnel(browser, outcome, tunnels, toBrowser(outcome.answer.headers, app, front));
  return reply;
}

/** From now on the end of the session aborts the exchange. */
function begin(session: AppSession, exchange: ServerResponse | Socket): void {
  const over = session.begin(() => exchange.destroy());
  if (exchange.destroyed) over();
  else exchange.once('close', over);
}

function sendAnswer(reply: FastifyReply, answer: IncomingMessage, { app, front, noted }: Route): FastifyReply {
  const status = finalStatus(answer, (error) => failureOf(error, app));
  noted(status);
  return reply
    .code(status)
    .headers({ ...toBrowser(answer.headers, app, front), ...challengesOf(answer) })
    .send(answer);
}

function open(request: FastifyRequest, { app, session, upstreams }: Route, headers: OutgoingHttpHeaders, own = true) {
  const target = requestTarget(request);
  const path = target.startsWith('/') ? target : `/${target}`;
  try {
    return upstreams.request(app, session, { method: request.method, path, headers, own });
  } catch {
    throw new ApiFailure(400, 'The request has characters that cannot be passed on');
  }
}

const LONG_HEADERS = `its answer has more than ${HEADER_MAX_BYTES / 1024} kB of headers`;

/** The message contains a suggested fix. A connection problem of http-auth §1.8. */
function failureOf(error: unknown, { name }: Pick<Application, 'name'>): ApiFailure {
  const isLong = error instanceof Error && 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
  const unread = isLong ? LONG_HEADERS : 'it closed the connection or its answer cannot be read';
  const why = error instanceof TargetError ? error.message : unread;
  const status = error instanceof TargetError ? 504 : 502;
  return new ApiFailure(
    status,
    `The application ${name} cannot be reached: ${why}.\nTry again. If the error remains, ask the administrator of the application.`,
  );
}
