// The relay's connections to the proxy of a cluster.
import http, { type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { ClusterMode } from '../config/settings.ts';
import { HEADER_MAX_BYTES } from '../http/limits.ts';
import { limitConnectTime } from './limitConnectTime.ts';
import { agentFor, type Client } from './proxyProtocol.ts';

/**
 * Longest silence before the first answer. Some calls take 30 s by contract, and a proxy may first have to connect to a
 * leaf cluster.
 */
const SILENCE_MAX_MS = 90_000;
const IDLE_CONNECTIONS_MAX = 64;
/** The limit for one client, if each has separate connections, and the limit of remembered clients. */
const IDLE_OF_CLIENT_MAX = 8;
const CLIENTS_MAX = 512;
/** Shorter than the idle timeout of servers: a request on a closing connection would be lost. */
const IDLE_MAX_MS = 15_000;

type ClusterRequest = {
  /** The client of the request. Absent: the gateway itself. */
  client?: Client;
  method: string;
  /** Unchanged from the request line: not decoded or normalised. */
  path: string;
  headers: OutgoingHttpHeaders;
  /** A separate connection, for exchanges that outlive an answer. */
  own?: boolean;
  silenceMaxMs?: number | undefined;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
};

export type Cluster = {
  /** `https://proxy.example.com` */
  origin: string;
  /** Host, and port unless it is the default. */
  host: string;
  /** Whether the cluster gets the address of each client, through the PROXY protocol. */
  knowsClients: boolean;
  /** Opens a request. The caller writes the body and listens to errors. */
  request(request: ClusterRequest): ClientRequest;
  close(): void;
};

export function connectCluster({ url, insecure, proxyProtocol = false }: ClusterMode): Cluster {
  const secure = url.protocol === 'https:';
  const pooled = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX, timeout: IDLE_MAX_MS };
  const trust = secure ? { rejectUnauthorized: !insecure } : {};
  const agent = secure ? new https.Agent({ ...pooled, ...trust }) : new http.Agent(pooled);
  const agents = new Map<string, http.Agent>();
  /** A connection always belongs to one client. A dropped one closes when it has been idle. */
  const agentOf = (client: Client | undefined, own: boolean): http.Agent | false => {
    if (!proxyProtocol) return own ? false : agent;
    if (own) return agentFor(client, secure, trust);
    const key = client?.address ?? '';
    const found =
      agents.get(key) ?? agentFor(client, secure, { ...pooled, ...trust, maxFreeSockets: IDLE_OF_CLIENT_MAX });
    agents.delete(key);
    agents.set(key, found);
    const [oldest] = agents.keys();
    if (agents.size > CLIENTS_MAX && oldest !== undefined) agents.delete(oldest);
    return found;
  };
  return {
    origin: url.origin,
    host: url.host,
    knowsClients: proxyProtocol,
    request({ client, method, path, headers, signal, own = false, silenceMaxMs = SILENCE_MAX_MS }) {
      const request = (secure ? https : http).request({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port || (secure ? 443 : 80),
        method,
        path,
        headers,
        signal,
        ...trust,
        maxHeaderSize: HEADER_MAX_BYTES,
        agent: agentOf(client, own),
      });
      request.once('socket', limitConnectTime);
      request.setTimeout(silenceMaxMs, () => request.destroy(new Silence(silenceMaxMs)));
      request.once('response', () => request.setTimeout(0)); // no limit once the answer has started
      return request;
    },
    close() {
      for (const each of [agent, ...agents.values()]) each.destroy();
    },
  };
}

/** The cluster has accepted the request and does not answer. */
class Silence extends Error {
  override name = 'Silence';
  constructor(ms: number) {
    super(`no answer for ${ms / 1000} s`);
  }
}
