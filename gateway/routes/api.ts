// How endpoints are declared: method, path, guard, handler. Guards are those of http-auth §1.5.
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

export type SignedInCall = Call & {
  caller: Caller;
  /** Call it after anything that was waited for: refuses a sign-in that has ended, and `caller` is as of now. */
  recheck: () => void;
};

/**
 * 'site' signs in and resolves `:site`; 'limited' takes a token of the address's bucket, 'limited-answer' one of a second
 * bucket, for the second request of a sign-in whose first has taken one; 'locked' also admits who is locked out or holds
 * a role that is gone. Callers of the guards without a session are anonymous: the limits of http/limits.ts hold for them.
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
 * Sent as JSON; undefined is an empty answer. A buffer or a stream is JSON already. A handler that has sent something
 * itself answers with the reply.
 */
type Answer = object | string | undefined;
export type Handler<G extends Guard> = (call: Calls[G]) => Answer | Promise<Answer>;

/** [http-auth §1.7] The answer of calls that have nothing to say. */
export const OK = { message: 'ok' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `W/` of the contract; the `/v1` before it has been stripped. */
const ROOT = '/webapi/';

type Parts = {
  sessions: WebSessions;
  limit: RateLimit;
  answerLimit: RateLimit;
  upgrades: Upgrades;
  clusterName: () => string;
};

/** What else is true of an endpoint, where its guard is not all. */
export type Traits<G extends Guard = Guard> = {
  guard: G;
  /**
   * Answers over 8 kB may be compressed. Only for those that never hold a secret: of an answer that also holds a text of
   * somebody else's choice, the compressed length tells the secret (BREACH).
   */
  compress: true | ((call: Pick<Call, 'param'>) => boolean);
};

export type Api = {
  /** `path` below `W/`: `users/:name`. */
  on<G extends Guard>(method: Method, path: string, traits: G | Traits<G>, handler: Handler<G>): void;
  /**
   * A websocket below `W/`. `open` checks everything and may throw a refusal, which is answered before the upgrade;
   * what it returns gets the open socket. Without upgrade headers nothing is opened (streams §1.3), and some sockets say
   * so in other words. Every message counts as activity of the user, unless the opened socket says itself what does.
   */
  socket(
    path: string,
    guard: Extract<Guard, `${string}session${string}`>,
    open: (call: SignedInCall) => Opened | Promise<Opened>,
    ways?: { activity?: 'messages' | 'noted'; plainAnswer?: string },
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
  /** What waits for its body is judged anew when it has come: a sign-in may have ended, a role gone, a lock come up. */
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
        // A part of the path that is empty is no name of anything: the reference has no such route.
        if (Object.values(paramsOf(request)).includes('')) return answerNotFound(request, reply);
        // Looked at before everything else, and refused without the headers of the API, as the reference does.
        if (guard.startsWith('csrf')) checkCsrf(request);
        setNoStore(reply);
        const isAnonymous = !guard.includes('session');
        if (isAnonymous) requireSmallHeader(request);
        const call = toCall(request, reply, () => anonymousBodies.read(request, reply));
        const answer = await answered(() => handler(guards[guard](call)), request);
        // Already answered, or the socket's now: a reply that is returned through a promise comes out as undefined.
        // One that was cut off does not count as sent.
        if (reply.sent || reply.raw.headersSent) return reply;
        // A write and its answer may be a megabyte each: other requests have their turn in between.
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

/** A full disk is nobody's secret: whoever waits for a save is told why it did not happen. */
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

/** What goes out; its headers are set. */
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
  // Who accepts nothing sees no header more than before: such an answer is never stored, so nothing varies.
  reply.header('content-encoding', packed.encoding).header('vary', 'Accept-Encoding');
  return packed.body;
}

/** Until the client has taken an answer, it is in memory: those of a user who reads none must not fill it. */
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
