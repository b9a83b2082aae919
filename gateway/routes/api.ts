// The declaration of endpoints: method, path, guard, handler. Guards are those of http-auth §1.5.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { CURRENT_SITE } from '../../src/wire/constants.ts';
import { AnonymousBodies, requireSmallHeader } from '../http/anonymousRequest.ts';
import { type JsonObject, readObject } from '../http/body.ts';
import { compressed, compressedStream } from '../http/compression.ts';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import { setNoStore } from '../http/headers.ts';
import { answerNotFound } from '../http/notFound.ts';
import { logFailure } from '../http/requestLog.ts';
import type { RateLimit } from '../http/rateLimit.ts';
import { markSignedIn } from '../http/connections.ts';
import { countUnread, UnreadBytes } from '../http/UnreadBytes.ts';
import type { Upgrades } from '../http/upgrades.ts';
import { queryOf } from '../http/url.ts';
import type { Caller } from '../identity/caller.ts';
import { checkCsrf } from '../identity/csrf.ts';
import type { WebSessions } from '../identity/webSessions.ts';
import { StoreError, UnstorableText } from '../store/storeError.ts';

/** The parts of a request for a handler. */
export type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A decoded parameter of the path. */
  param: (name: string) => string;
  /** A parameter of the query; '' if it is absent. */
  query: (name: string) => string;
  /** The JSON object of the body, or the wire's refusal. Call it once per request. */
  body: () => Promise<JsonObject>;
};

export type SignedInCall = Call & {
  caller: Caller;
  /** Call it after each wait: refuses a sign-in that has ended, and updates `caller`. */
  recheck: () => void;
};

/**
 * 'site' requires a session and resolves `:site`. 'limited' takes a token of the address's rate limit. 'limited-answer'
 * takes one of a second limit, for the second request of a sign-in whose first has taken one. 'locked' also accepts
 * callers who are locked or hold a missing role. Callers of guards without a session are anonymous: the limits of
 * http/limits.ts apply.
 */
type Calls = {
  public: Call;
  limited: Call;
  'limited-answer': Call;
  csrf: Call;
  'csrf+limited': Call;
  session: SignedInCall;
  'session+site': SignedInCall;
  'locked-session': SignedInCall;
  'locked-session+site': SignedInCall;
};
export type Guard = keyof Calls;

/**
 * Sent as JSON. undefined is an empty answer. A buffer or a stream is already JSON. A handler that has sent an answer
 * itself returns the reply.
 */
type Answer = object | string | undefined;
export type Handler<G extends Guard> = (call: Calls[G]) => Answer | Promise<Answer>;

/** [http-auth §1.7] The answer of calls without a result. */
export const OK = { message: 'ok' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `W/` of the contract. The `/v1` before it has been removed. */
const ROOT = '/webapi/';

type Parts = {
  sessions: WebSessions;
  limit: RateLimit;
  answerLimit: RateLimit;
  upgrades: Upgrades;
  clusterName: () => string;
};

/** Further properties of an endpoint besides its guard. */
export type Traits<G extends Guard = Guard> = {
  guard: G;
  /**
   * Answers over 8 kB may be compressed. Only for answers without secrets: if an answer also contains text that an
   * attacker chooses, its compressed length reveals a secret (BREACH).
   */
  compress: true | ((call: Pick<Call, 'param'>) => boolean);
};

export type Api = {
  /** `path` below `W/`: `users/:name`. */
  on<G extends Guard>(method: Method, path: string, traits: G | Traits<G>, handler: Handler<G>): void;
  /**
   * A websocket below `W/`. `open` checks the request and may throw a refusal, which is answered before the upgrade. The
   * function that it returns gets the open socket. A request without upgrade headers opens nothing and is answered with
   * `plainAnswer` (streams §1.3). Each message counts as activity of the user, unless `activity` is `noted`.
   */
  socket(
    path: string,
    guard: Extract<Guard, `${string}session${string}`>,
    open: (call: SignedInCall) => Opened | Promise<Opened>,
    options?: { activity?: 'messages' | 'noted'; plainAnswer?: string },
  ): void;
};
type Opened = (socket: WebSocket, noteActivity: () => void) => void;

export function createApi(
  server: FastifyInstance,
  { sessions, limit, answerLimit, upgrades, clusterName }: Parts,
): Api {
  const anonymousBodies = new AnonymousBodies();
  const unread = new UnreadBytes();
  const unsent = new UnreadBytes();
  const users = new WeakMap<Call, string>();
  /**
   * After the body has arrived, the caller is checked again: a sign-in may have ended, a role or a lock may have
   * changed.
   */
  const signedIn = (call: Call, judge = sessions.recheck.bind(sessions)): SignedInCall => {
    const caller = sessions.authenticate(call.request, call.reply);
    markSignedIn(call.request);
    users.set(call, caller.user.name);
    const recheck = () => void Object.assign(caller, judge(caller));
    const body = async () => {
      const { request } = call;
      const { set, release } = unread.open(caller.user.name, () => request.raw.destroy());
      const sent = await readObject(request, undefined, set).finally(release);
      recheck();
      return sent;
    };
    return { ...call, caller, recheck, body };
  };
  const admitted = (call: Call): SignedInCall => {
    const signed = signedIn(call, sessions.recheckAdmitted.bind(sessions));
    sessions.requireAdmitted(signed.caller);
    return signed;
  };
  const atSite = (call: SignedInCall): SignedInCall => {
    const site = call.param('site');
    if (site !== clusterName() && site !== CURRENT_SITE) throw notFound(`cluster "${site}" is not found`);
    return call;
  };

  const guards: { [G in Guard]: (call: Call) => Calls[G] } = {
    public: (call) => call,
    limited: (call) => {
      limit.take(call.request.ip);
      return call;
    },
    'limited-answer': (call) => {
      answerLimit.take(call.request.ip);
      return call;
    },
    csrf: (call) => call,
    'csrf+limited': (call) => guards.limited(call),
    session: admitted,
    'session+site': (call) => atSite(admitted(call)),
    'locked-session': (call) => signedIn(call),
    'locked-session+site': (call) => atSite(signedIn(call)),
  };

  const on: Api['on'] = (method, path, traits, handler) => {
    const guard = typeof traits === 'string' ? traits : traits.guard;
    const compress = typeof traits !== 'string' && traits.compress;
    server.route({
      method,
      url: ROOT + path,
      handler: async (request, reply) => {
        // A path with an empty parameter is not found: the reference has no such route.
        if (Object.values(paramsOf(request)).includes('')) return answerNotFound(request, reply);
        // Checked first, and refused without the headers of the API, like in the reference.
        if (guard.startsWith('csrf')) checkCsrf(request);
        setNoStore(reply);
        const isAnonymous = !guard.includes('session');
        if (isAnonymous) requireSmallHeader(request);
        const call = toCall(request, reply, () => anonymousBodies.read(request, reply));
        const answer = await answered(() => handler(guards[guard](call)), request);
        // The reply was sent or belongs to the socket: a returned reply resolves to undefined. One that was cut off
        // does not count as sent.
        if (reply.sent || reply.raw.headersSent) return reply;
        // A write and its answer may be a megabyte each: other requests can run in between.
        if (method !== 'GET') await setImmediate();
        const body = await toBody(call, answer, typeof compress === 'function' ? compress(call) : compress);
        const user = users.get(call);
        if (user !== undefined && Buffer.isBuffer(body)) holdAnswer(call, unsent, user, body);
        return reply.send(body);
      },
    });
  };

  return {
    on,
    socket(path, guard, open, { activity = 'messages', plainAnswer } = {}) {
      on('GET', path, guard, async (call) => {
        const opened = await open(call);
        sessions.recheck(call.caller);
        const { raw } = call.request;
        const { user } = call.caller;
        const stream = upgrades.isUpgrade(call.request) && unread.open(user.name, () => raw.socket.destroy());
        if (stream) raw.socket.once('close', stream.release);
        const start = (socket: WebSocket) => {
          if (stream) countUnread(raw.socket, socket, stream.set);
          const noteActivity = () => sessions.noteActivity(call.caller);
          if (activity === 'messages') socket.on('message', noteActivity);
          opened(socket, noteActivity);
        };
        upgrades.accept(call.request, call.reply, start, plainAnswer);
        return call.reply;
      });
    },
  };
}

/** The client may learn that the disk is full, because it explains why a save failed. */
async function answered(work: () => Answer | Promise<Answer>, request: FastifyRequest): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnstorableText) throw badRequest(error.message);
    if (!(error instanceof StoreError)) throw error;
    logFailure(request, error, 'the database failed');
    throw new ApiFailure(500, error.message);
  }
}

/** The body to send. Sets its headers. */
async function toBody(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  answer: Answer,
  mayCompress: boolean,
): Promise<Buffer | Readable | undefined> {
  if (answer === undefined) return undefined;
  reply.header('content-type', 'application/json');
  const isReady = answer instanceof Readable || Buffer.isBuffer(answer);
  const body = isReady ? answer : Buffer.from(JSON.stringify(answer));
  const packed = mayCompress ? await packedFor(request, body) : undefined;
  if (!packed) return body;
  // A client without compression gets no additional header: these answers are never stored, so no cache needs `vary`.
  reply.header('content-encoding', packed.encoding).header('vary', 'Accept-Encoding');
  return packed.body;
}

/** An answer stays in memory until the client has read it. This limits the unread answers of a user. */
function holdAnswer({ request, reply }: Call, unsent: UnreadBytes, user: string, { length }: Buffer): void {
  const { set, release } = unsent.open(user, () => request.raw.socket.destroy());
  reply.raw.once('finish', release).once('close', release);
  set(length);
}

const packedFor = ({ headers }: FastifyRequest, body: Buffer | Readable) =>
  body instanceof Readable
    ? compressedStream(body, headers['accept-encoding'])
    : compressed(body, headers['accept-encoding']);

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string | undefined>;

function toCall(request: FastifyRequest, reply: FastifyReply, body: Call['body']): Call {
  const params = paramsOf(request);
  const query = queryOf(request.url);
  return {
    request,
    reply,
    param: (name) => params[name] ?? '',
    query: (name) => query.get(name) ?? '',
    body,
  };
}
