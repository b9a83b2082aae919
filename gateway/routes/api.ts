// How endpoints are declared: method, path, guard, handler. Guards are those of http-auth §1.5.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { CURRENT_SITE } from '../../src/wire/constants.ts';
import { type JsonObject, readObject } from '../http/body.ts';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import { setNoStore } from '../http/headers.ts';
import { answerNotFound } from '../http/notFound.ts';
import type { RateLimit } from '../http/rateLimit.ts';
import type { Upgrades } from '../http/upgrades.ts';
import { queryOf } from '../http/url.ts';
import { lockSubject, type Caller } from '../identity/caller.ts';
import { checkCsrf } from '../identity/csrf.ts';
import type { WebSessions } from '../identity/webSessions.ts';
import type { Locks } from '../locks/Locks.ts';
import { StoreError, UnstorableText } from '../store/storeError.ts';

/** What a handler sees of a request. */
export type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A decoded parameter of the path. */
  param: (name: string) => string;
  /** A parameter of the query; '' when it is absent. */
  query: (name: string) => string;
  /** The JSON object of the body, or the wire's refusal. Once per request. */
  body: () => Promise<JsonObject>;
};

export type SignedInCall = Call & { caller: Caller };

/** 'site' signs in and resolves `:site`; 'limited' takes a token of the address's bucket; 'locked' also
 * admits who is locked. */
type Calls = {
  public: Call;
  limited: Call;
  csrf: Call;
  'csrf+limited': Call;
  session: SignedInCall;
  'session+site': SignedInCall;
  'locked-session': SignedInCall;
  'locked-session+site': SignedInCall;
};
export type Guard = keyof Calls;

/** Sent as JSON; undefined is an empty answer. A handler that has sent something itself answers with the reply. */
type Answer = object | string | undefined;
type Handler<G extends Guard> = (call: Calls[G]) => Answer | Promise<Answer>;

/** [http-auth §1.7] The answer of calls that have nothing to say. */
export const OK = { message: 'ok' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `W/` of the contract; the `/v1` before it has been stripped. */
const ROOT = '/webapi/';

type Parts = {
  sessions: WebSessions;
  locks: Locks;
  limit: RateLimit;
  upgrades: Upgrades;
  clusterName: () => string;
};

export type Api = {
  /** `path` below `W/`: `users/:name`. */
  on<G extends Guard>(method: Method, path: string, guard: G, handler: Handler<G>): void;
  /**
   * A websocket below `W/`. `open` checks everything and may throw a refusal, which is answered before the upgrade;
   * what it returns gets the open socket. Without upgrade headers nothing is opened (streams §1.3).
   */
  socket(
    path: string,
    guard: Extract<Guard, `${string}session${string}`>,
    open: (call: SignedInCall) => Opened | Promise<Opened>,
  ): void;
};
type Opened = (socket: WebSocket) => void;

export function createApi(server: FastifyInstance, { sessions, locks, limit, upgrades, clusterName }: Parts): Api {
  const signedIn = (call: Call): SignedInCall => ({
    ...call,
    caller: sessions.authenticate(call.request, call.reply),
  });
  const atSite = (call: SignedInCall): SignedInCall => {
    const site = call.param('site');
    if (site !== clusterName() && site !== CURRENT_SITE) throw notFound(`cluster "${site}" is not found`);
    return call;
  };
  const unlocked = (call: SignedInCall): SignedInCall => {
    locks.require(lockSubject(call.caller));
    return call;
  };

  const guards: { [G in Guard]: (call: Call) => Calls[G] } = {
    public: (call) => call,
    limited: (call) => {
      limit.take(call.request.ip);
      return call;
    },
    csrf: (call) => call,
    'csrf+limited': (call) => guards.limited(call),
    session: (call) => unlocked(signedIn(call)),
    'session+site': (call) => atSite(unlocked(signedIn(call))),
    'locked-session': signedIn,
    'locked-session+site': (call) => atSite(signedIn(call)),
  };

  const on: Api['on'] = (method, path, guard, handler) => {
    server.route({
      method,
      url: ROOT + path,
      handler: async (request, reply) => {
        // A part of the path that is empty is no name of anything: the reference has no such route.
        if (Object.values(paramsOf(request)).includes('')) return answerNotFound(request, reply);
        // Looked at before everything else, and refused without the headers of the API, as the reference does.
        if (guard.startsWith('csrf')) checkCsrf(request);
        setNoStore(reply);
        const answer = await answered(() => handler(guards[guard](toCall(request, reply))), request);
        // Already answered, or the socket's now: a reply that is returned through a promise comes out as undefined.
        return reply.sent ? reply : send(reply, answer);
      },
    });
  };

  return {
    on,
    socket(path, guard, open) {
      on('GET', path, guard, async (call) => {
        const opened = await open(call);
        upgrades.accept(call.request, call.reply, (socket) => {
          socket.on('message', () => sessions.noteActivity(call.caller));
          opened(socket);
        });
        return call.reply;
      });
    },
  };
}

/** A full disk is nobody's secret: whoever waits for a save is told why it did not happen. */
async function answered(work: () => Answer | Promise<Answer>, request: FastifyRequest): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnstorableText) throw badRequest(error.message);
    if (!(error instanceof StoreError)) throw error;
    request.log.error({ err: error }, 'the database failed');
    throw new ApiFailure(500, error.message);
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer === undefined) return reply.send();
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(answer)));
}

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string | undefined>;

function toCall(request: FastifyRequest, reply: FastifyReply): Call {
  const params = paramsOf(request);
  const query = queryOf(request.url);
  return {
    request,
    reply,
    param: (name) => params[name] ?? '',
    query: (name) => query.get(name) ?? '',
    body: () => readObject(request),
  };
}
