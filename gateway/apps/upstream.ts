// Connections to applications: direct or through a server, kept open briefly for the next request.
import http, { type ClientRequest } from 'node:http';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { HEADER_MAX_BYTES } from '../http/limits.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { TargetError } from '../terminal/target.ts';
import type { Application } from './application.ts';

/** Shorter than the idle timeout of servers (usually 5 s): a request on a closing connection would be lost. */
const IDLE_MS = 4_000;
const IDLE_MAX = 64;
const HANDSHAKE_MAX_MS = 10_000;
const WAYS_MAX = 1_000;

type Target = Pick<Application, 'key' | 'target' | 'insecure' | 'through'>;
type AppRequest = { method: string; path: string; headers: http.OutgoingHttpHeaders; own: boolean };
/** The owner of connections: some applications authenticate the connection, not the request. */
type Owner = { id: string };

/** Node's agents for connections that take a while to open, perhaps through SSH. */
class DialAgent extends http.Agent {
  #dial: () => Promise<Duplex>;
  #idle = new WeakMap<Duplex, NodeJS.Timeout>();

  constructor(dial: () => Promise<Duplex>, options: http.AgentOptions) {
    super(options);
    this.#dial = dial;
  }

  override createConnection(_options: unknown, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#dial().then(
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
    return http.request({
      agent: own ? single : kept,
      host: app.target.hostname,
      method,
      path,
      headers,
      setHost: false,
      maxHeaderSize: HEADER_MAX_BYTES,
    });
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
    const dial = () => this.#connect(app);
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

  async #connect({ target, insecure, through }: Target & { target: URL }): Promise<Duplex> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const isSecure = target.protocol === 'https:';
    const port = Number(target.port || (isSecure ? 443 : 80));
    const stream = await this.#dialer.dial({ host, port }, through);
    if (!isSecure) return stream;
    return secured(stream, { host, port, insecure });
  }
}

function secured(
  stream: Duplex,
  { host, port, insecure }: { host: string; port: number; insecure: boolean },
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      socket: stream,
      ...(isIP(host) === 0 && { servername: host }),
      host,
      rejectUnauthorized: !insecure,
      ALPNProtocols: ['http/1.1'],
    });
    socket.on('error', () => undefined); // also between the handshake and the next user of the socket
    const fail = (why: string) => {
      clearTimeout(timer);
      socket.destroy();
      stream.destroy();
      reject(new TargetError(`cannot connect to ${host}:${port} over TLS: ${why}`));
    };
    const timer = setTimeout(() => fail(`no answer within ${HANDSHAKE_MAX_MS / 1000} s`), HANDSHAKE_MAX_MS);
    const refuse = (error: Error) => fail(error.message);
    socket.once('error', refuse);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.off('error', refuse);
      resolve(socket);
    });
  });
}
