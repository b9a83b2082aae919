// Connections to applications: direct or through a server, kept open briefly for the next request.
import http, { type ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { reason } from '../config/files.ts';
import { HEADER_MAX_BYTES } from '../http/limits.ts';
import { isTooLate, tlsOver } from '../http/tlsOver.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { TargetError } from '../terminal/target.ts';
import type { Application } from './application.ts';

/** Shorter than the idle timeout of servers (usually 5 s): a request on a closing connection would be lost. */
const IDLE_MS = 4_000;
const IDLE_MAX = 64;
const WAYS_MAX = 1_000;

type Target = Pick<Application, 'key' | 'target' | 'insecure' | 'through'>;
type AppRequest = { method: string; path: string; headers: http.OutgoingHttpHeaders; own: boolean };
/** The owner of connections: some applications authenticate the connection, not the request. */
type Owner = { id: string };

/** The agent gets them with each request. `stop` aborts while the request waits for its connection. */
type DialOptions = http.RequestOptions & { stop: AbortSignal };
type Dial = (stop: AbortSignal | undefined) => Promise<Duplex>;

/** Node's agents for connections that take a while to open, perhaps through SSH. */
class DialAgent extends http.Agent {
  #dial: Dial;
  #idle = new WeakMap<Duplex, NodeJS.Timeout>();

  constructor(dial: Dial, options: http.AgentOptions) {
    super(options);
    this.#dial = dial;
  }

  override createConnection(
    options: Partial<DialOptions>,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#dial(options.stop).then(
      (stream) => callback?.(null, stream),
      // Node's types require a stream even for an error.
      (error: unknown) => callback?.(error instanceof Error ? error : new Error(String(error)), undefined as never),
    );
  }

  override keepSocketAlive(stream: Duplex): boolean {
    this.#idle.set(stream, setTimeout(() => stream.destroy(), IDLE_MS).unref());
    return stream instanceof Socket ? Boolean(super.keepSocketAlive(stream)) : true;
  }

  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    clearTimeout(this.#idle.get(stream));
    if (stream instanceof Socket) super.reuseSocket(stream, request);
    else request.reusedSocket = true;
  }
}

export class Upstreams {
  #dialer: Pick<Dialer, 'dial'>;
  #agents = new Map<string, { route: string; kept: DialAgent; own: DialAgent }>();

  constructor(dialer: Pick<Dialer, 'dial'>) {
    this.#dialer = dialer;
  }

  /** Opens a request. `own`: on a separate connection. The caller writes the body and listens to errors. */
  request(app: Target & { target: URL }, owner: Owner, { method, path, headers, own }: AppRequest): ClientRequest {
    const { kept, own: single } = this.#agentsOf(app, owner);
    const stop = new AbortController();
    const options: DialOptions = {
      agent: own ? single : kept,
      host: app.target.hostname,
      method,
      path,
      headers,
      setHost: false,
      maxHeaderSize: HEADER_MAX_BYTES,
      stop: stop.signal,
    };
    const request = http.request(options);
    const destroy = request.destroy.bind(request);
    // Node ends a request only once it has a connection. Until then a user could open thousands.
    request.destroy = (error) => {
      stop.abort();
      return destroy(error);
    };
    return request;
  }

  close(): void {
    for (const { kept, own } of this.#agents.values()) for (const agent of [kept, own]) agent.destroy();
    this.#agents.clear();
  }

  #agentsOf(app: Target & { target: URL }, { id }: Owner) {
    const key = JSON.stringify([app.key, id]);
    const route = JSON.stringify([app.target.origin, app.insecure, app.through]);
    const cached = this.#agents.get(key);
    if (cached?.route === route) return cached;
    cached?.kept.destroy();
    const dial: Dial = (stop) => this.#connect(app, stop);
    const made = {
      route,
      kept: new DialAgent(dial, { keepAlive: true, maxFreeSockets: IDLE_MAX }),
      own: new DialAgent(dial, {}),
    };
    this.#agents.set(key, made);
    // Its idle connections close by themselves, and requests in progress continue.
    const [oldest] = this.#agents.keys();
    if (this.#agents.size > WAYS_MAX && oldest !== undefined) this.#agents.delete(oldest);
    return made;
  }

  async #connect(
    { target, insecure, through }: Target & { target: URL },
    stop: AbortSignal | undefined,
  ): Promise<Duplex> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const isSecure = target.protocol === 'https:';
    const port = Number(target.port || (isSecure ? 443 : 80));
    const stream = await this.#dialer.dial({ host, port }, through, stop);
    if (!isSecure) return stream;
    const options = { rejectUnauthorized: !insecure, ALPNProtocols: ['http/1.1'] };
    return tlsOver(stream, host, options, stop).catch((error: unknown) => {
      const why = isTooLate(error) ? 'no answer in time' : reason(error);
      throw new TargetError(`cannot connect to ${host}:${port} over TLS: ${why}`);
    });
  }
}
