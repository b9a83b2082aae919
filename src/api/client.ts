import { ValueStore, Emitter } from '../lib/valueStore.ts';
import { isAbort } from '../lib/work.ts';
import { CSRF_HEADER } from '../wire/constants.ts';
import { ApiError, isApiError, toApiError, type FailedCall, type LockInForce } from './errors.ts';
import { session } from './session.ts';

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, except for `FormData`. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Completes the request even if the page is closed right after it. */
  keepalive?: boolean;
  /** Used instead of the stored token. */
  bearer?: string | undefined;
  /** Returns a request that was already sent, instead of sending one. It must end when the signal aborts. */
  sent?: (until: AbortSignal) => Promise<Response>;
  /** How long to wait for the response to start: browsers wait forever on a connection that the network has dropped. */
  patienceMs?: number;
};

/** Every 403: either the roles deny the call or the session has ended. The session keeper finds out which. */
export const refused = new Emitter();

/** Set when the server refuses a call because its user is locked. */
export const lockedOut = new ValueStore<LockInForce | undefined>(undefined);

/** Every completed write. */
export const written = new Emitter<{ path: string; body: unknown }>();

/** Whether the server responded to the last call. */
type Reachability = { kind: 'reached' } | { kind: 'lost'; sinceMs: number };

const reached: Reachability = { kind: 'reached' };
export const reachability = new ValueStore<Reachability>(reached);

/**
 * Only the client calls it. `sinceMs` is the time of the first failure and does not change while the server is lost.
 */
export function noteReachability(isReached: boolean): void {
  if (isReached) reachability.set(reached);
  else if (reachability.get().kind === 'reached') reachability.set({ kind: 'lost', sinceMs: Date.now() });
}

/** Headers of every call (http-auth §1.2). */
export function headersFor(body: unknown, bearer?: string): Headers {
  const headers = new Headers({ Accept: 'application/json', [CSRF_HEADER]: session.csrfToken() });
  if (!(body instanceof FormData)) headers.set('Content-Type', 'application/json; charset=utf-8');
  const token = bearer ?? session.token()?.accessToken;
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** Sends the request of a call, without handling its response. */
export const send = (
  path: string,
  { method = 'GET', body, keepalive = false, bearer }: CallOptions,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(path, {
    method,
    headers: headersFor(body, bearer),
    mode: 'same-origin',
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
    keepalive,
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });

async function exchange(path: string, options: CallOptions): Promise<[Response, FailedCall]> {
  const { method = 'GET', body, signal, patienceMs = 180_000, sent } = options;
  const call: FailedCall = { method, path, atMs: Date.now() };
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort('silence'), patienceMs);
  const until = AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]);
  let response: Response;
  try {
    response = await (sent?.(until) ?? send(path, options, until)).finally(() => clearTimeout(timer));
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    noteReachability(false);
    throw new ApiError('The server did not answer', 0, { cause, call });
  }
  noteReachability(true);
  if (!response.ok) {
    const error = await toApiError(response, call);
    if (isApiError(error, 403)) refused.emit();
    if (error.lock) lockedOut.set(error.lock);
    throw error;
  }
  if (method !== 'GET') written.emit({ path, body });
  return [response, call];
}

/**
 * The only way to call the server. Resolves to the parsed JSON of a 2xx response. Rejects with `ApiError`, or with the
 * signal's AbortError. `path` starts with a slash: build it with `apiUrl`.
 */
export async function call(path: string, options: CallOptions = {}): Promise<unknown> {
  const [response, failed] = await exchange(path, options);
  try {
    return await response.json();
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError(`${response.status} - ${response.url || path}`, response.status, {
      cause,
      call: failed,
      isForeign: true,
    });
  }
}

/** The same for a response that is not JSON. The caller reads its body. */
export const callForBody = async (path: string, options: CallOptions): Promise<Response> =>
  (await exchange(path, options))[0];

/** Only for usage events: the response is empty and nothing waits for it (http-auth §12). Never rejects. */
export async function report(path: string, body: unknown): Promise<void> {
  await exchange(path, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

/** Status of a static file of the console, or 0 without a response. It does not affect `reachability`. */
export const fileStatus = (path: string): Promise<number> =>
  fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status,
    () => 0,
  );
