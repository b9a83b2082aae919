// Limits of one HTTP/2 connection. Its client can send a hundred requests at once and cancel them without cost, which
// HTTP/1.1 does not allow.
import {
  constants,
  Http2ServerRequest,
  type Http2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { HEADER_MAX_BYTES, KEEP_ALIVE_TIMEOUT_MS } from './limits.ts';

/** For all open requests: a client that reads no answers keeps a hundred of them open. */
const OPEN_HEADERS_MAX_BYTES = 256 * 1024;

/**
 * A client that opens streams only to cancel them keeps the server busy beyond its limit of streams (CVE-2023-44487). A
 * console whose user types into a search cancels some thirty calls a second at most.
 */
const CANCELS_MAX = 500;
const CANCELS_WINDOW_MS = 10_000;

/** Answers in progress may take longer: a command line waits three minutes for its user. */
const STALLED_TIMEOUT_MS = 600_000;

const limits = new WeakMap<Http2Session, SessionLimits>();

/** Applies the limits to the connection. Call it before its first stream. */
export function limitSession(session: ServerHttp2Session): void {
  limits.set(session, new SessionLimits(session));
  session.setTimeout(KEEP_ALIVE_TIMEOUT_MS, () => {
    session.close(); // open streams may finish
    session.setTimeout(STALLED_TIMEOUT_MS, () => session.destroy());
  });
}

/** Starts the request at its connection's turn, or refuses it if the connection has too many. */
export function startInTurn({ stream, rawHeaders }: Http2ServerRequest, start: () => void): void {
  const limited = stream.session && limits.get(stream.session);
  limited?.start(stream, rawHeaders, start);
}

/** The time for requests that start in one turn of the event loop. */
const TURN_MS = 10;

/** Connections with waiting requests, each once. They take turns, so that other work runs in between. */
const turns: SessionLimits[] = [];

let isScheduled = false;

function takeTurn(session: SessionLimits): void {
  turns.push(session);
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(runTurns);
}

function runTurns(): void {
  const endMs = performance.now() + TURN_MS;
  try {
    for (let count = turns.length; count > 0 && performance.now() < endMs; count--) turns.shift()?.startNext();
  } finally {
    isScheduled = turns.length > 0;
    if (isScheduled) setImmediate(runTurns);
  }
}

class SessionLimits {
  #session: ServerHttp2Session;
  #waitingStreams: (() => void)[] = [];
  #openHeaderBytes = 0;
  #cancels = 0;
  #windowStartMs = 0;

  constructor(session: ServerHttp2Session) {
    this.#session = session;
    session.on('stream', (stream) => void stream.once('close', () => this.#closed(stream)));
  }

  /** One for each turn. A request that is cancelled before its turn never starts. */
  start(stream: ServerHttp2Stream, rawHeaders: readonly string[], start: () => void): void {
    const bytes = headerBytes(rawHeaders);
    // Node applies this limit only to clients that have acknowledged it.
    if (bytes > HEADER_MAX_BYTES) return stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    if (this.#openHeaderBytes + bytes > OPEN_HEADERS_MAX_BYTES) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    this.#openHeaderBytes += bytes;
    stream.once('close', () => (this.#openHeaderBytes -= bytes));
    this.#waitingStreams.push(() => {
      if (!stream.destroyed) start();
    });
    if (this.#waitingStreams.length === 1) takeTurn(this);
  }

  startNext(): void {
    const start = this.#waitingStreams.shift();
    if (this.#waitingStreams.length > 0) takeTurn(this);
    start?.();
  }

  /** Ends a connection with more than CANCELS_MAX cancelled requests within CANCELS_WINDOW_MS. */
  #closed(stream: ServerHttp2Stream): void {
    if (!stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
    const nowMs = performance.now();
    if (nowMs - this.#windowStartMs > CANCELS_WINDOW_MS) {
      this.#windowStartMs = nowMs;
      this.#cancels = 0;
    }
    this.#cancels += 1;
    if (this.#cancels <= CANCELS_MAX || this.#session.destroyed) return;
    this.#session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    this.#session.destroy();
  }
}

/** The size as the limit counts it: 32 bytes more than the name and value of each header (RFC 9113 §6.5.2). */
const headerBytes = (rawHeaders: readonly string[]): number =>
  rawHeaders.reduce((sum, text) => sum + text.length + 16, 0);

/** For uploads: at a round trip of 50 ms the default 64 kB would limit them to 1.3 MB/s. */
const UPLOAD_WINDOW_BYTES = 1024 * 1024;
const widened = new WeakSet<Http2Session>();

/**
 * Lets the client of this request send more before it waits for the server. Call it for a caller who may upload,
 * because the server has to buffer unread data. For HTTP/1.1 the operating system decides.
 */
export function widenWindow(request: object): void {
  const session = request instanceof Http2ServerRequest ? request.stream.session : undefined;
  if (!session || session.destroyed || widened.has(session)) return;
  widened.add(session);
  session.setLocalWindowSize(UPLOAD_WINDOW_BYTES);
  session.settings({ initialWindowSize: UPLOAD_WINDOW_BYTES });
}
