// Cluster mode in the test's own process, in front of a server of the test.
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toGatewayConfig } from '../../gateway/config/toGatewayConfig.ts';
import type { LogStream } from '../../gateway/http/log.ts';
import type { PageSource } from '../../gateway/http/pages.ts';
import type { ServedApp } from '../../gateway/process/app.ts';
import { createRelayApp } from '../../gateway/relay/app.ts';
import { WebSocketServer } from 'ws';

const pages: PageSource = {
  dev: false,
  html: () => '<meta name="grv_csrf_token" content=""><meta name="grv_bearer_token" content="">',
  serveAssets: () => undefined,
};

export type RelayOptions = {
  /** The cluster's answer to a request without an upgrade. */
  answer: RequestListener;
  /** The public address in the relay's configuration. */
  publicUrl?: string;
  /** Gets every line of the log. Without it the relay does not log. */
  logStream?: LogStream;
};

export type Relay = {
  /** `http://localhost:41234` */
  base: string;
  port: number;
  /** Headers of the last upgrade that reached the cluster. */
  upgraded: () => http.IncomingHttpHeaders;
  stop(): Promise<void>;
};

/** A relay and the cluster behind it, which accepts every websocket. */
export async function startRelay({
  answer,
  publicUrl = 'http://localhost:3080',
  logStream,
}: RelayOptions): Promise<Relay> {
  let upgraded: http.IncomingHttpHeaders = {};
  const cluster = http.createServer(answer);
  const sockets = new WebSocketServer({ server: cluster });
  sockets.on('connection', (_socket, request) => (upgraded = request.headers));
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
  const { app: relay, port } = await startRelayTo(new URL(`http://127.0.0.1:${portOf(cluster)}`), {
    publicUrl,
    logStream,
  });
  return {
    base: `http://localhost:${port}`,
    port,
    upgraded: () => upgraded,
    async stop() {
      await relay.close();
      for (const client of sockets.clients) client.terminate();
      cluster.closeAllConnections();
      cluster.close();
    },
  };
}

type RelayTo = { publicUrl?: string; logStream?: LogStream | undefined; proxyProtocol?: boolean; host?: string };

/** A relay in front of any cluster. `host`: address to listen on. */
export async function startRelayTo(
  url: URL,
  { publicUrl = 'http://localhost:3080', logStream, proxyProtocol = false, host = '127.0.0.1' }: RelayTo = {},
): Promise<{ app: ServedApp; base: string; port: number }> {
  const mode = { kind: 'cluster' as const, url, insecure: false, proxyProtocol };
  const app = await createRelayApp(
    {
      dataDir: '/nowhere',
      listen: { host, port: 0, trustProxy: false },
      publicUrl,
      logLevel: logStream ? 'debug' : 'silent',
      mode,
      config: toGatewayConfig({}, '/nowhere'),
    },
    mode,
    pages,
    logStream,
  );
  await app.server.listen({ host, port: 0 });
  const port = portOf(app.server.server);
  return { app, base: `http://localhost:${port}`, port };
}

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
