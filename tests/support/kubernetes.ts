// An API server of Kubernetes for tests, as the API documentation describes it: TLS with its own authority, a token or
// a client certificate, impersonation, lists in pages, logs, and exec over `v4.channel.k8s.io` into real shells.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { spawn as spawnPty } from '@lydell/node-pty';
import { WebSocketServer, type WebSocket } from 'ws';

export type FakePod = {
  namespace: string;
  name: string;
  containers?: readonly string[];
  /** Existing lines of the log. */
  log?: readonly string[];
  labels?: Readonly<Record<string, string>>;
};
type Seen = { path: string; user: string | undefined; groups: readonly string[]; token: string | undefined };

export type Kubernetes = {
  port: number;
  /** Every call, unchanged. */
  seen: Seen[];
  pods: FakePod[];
  /** Users with full access. All others are refused as by a cluster. */
  users: Set<string>;
  /** Prints lines to the clients that follow a log. */
  print(pod: string, text: string): void;
  /** Connections that follow a log. */
  followers(): number;
  /** A kubeconfig. `auth`: how the gateway authenticates. */
  kubeconfig(auth?: 'token' | 'certificate' | 'wrong-token', change?: (config: Config) => Config): string;
  /** Breaks every open connection. */
  cut(): void;
  /** The directory of its keys and certificates. */
  directory: string;
  stop(): Promise<void>;
};
type Config = { clusters: { name: string; cluster: Record<string, unknown> }[] } & Record<string, unknown>;

const TOKEN = 'the-token-of-the-gateway';

export async function startKubernetes(pods: FakePod[], users: readonly string[]): Promise<Kubernetes> {
  const directory = mkdtempSync(join(tmpdir(), 'postern-kubernetes-'));
  const at = (name: string) => join(directory, name);
  makeCertificates(directory);
  const seen: Seen[] = [];
  const allowed = new Set(users);
  const following = new Map<string, Set<ServerResponse>>();
  const sockets = new Set<Duplex>();
  const all = [...pods];

  const server = createServer({
    key: readFileSync(at('server.key')),
    cert: readFileSync(at('server.crt')),
    ca: readFileSync(at('ca.crt')),
    requestCert: true,
    rejectUnauthorized: false,
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** The caller, or the Status that refuses it. */
  const admit = (request: IncomingMessage, verb: string, resource: string): object | undefined => {
    const { socket, headers } = request;
    const byCertificate =
      socket instanceof TLSSocket && socket.authorized && socket.getPeerCertificate().subject.CN === 'gateway';
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
    if (!byCertificate && token !== TOKEN) return status(401, 'Unauthorized', 'Unauthorized');
    const user = header(headers['impersonate-user']);
    const groups = rawHeaders(request, 'impersonate-group');
    seen.push({ path: request.url ?? '', user, groups, token });
    if (user === undefined || allowed.has(user)) return undefined;
    return status(
      403,
      'Forbidden',
      `${resource} is forbidden: User "${user}" cannot ${verb} resource "${resource}" in API group ""`,
    );
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'https://localhost');
    const send = (code: number, body: object) =>
      void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (refusal: object) => send((refusal as { code: number }).code, refusal);
    const [, namespace, rest = ''] = /^\/api\/v1\/namespaces\/([^/]+)\/(.*)$/.exec(url.pathname) ?? [];
    const [kind = '', name = '', sub = ''] = (namespace === undefined ? url.pathname.replace('/api/v1/', '') : rest)
      .split('/')
      .map(decodeURIComponent);
    const refusal = admit(request, name === '' ? 'list' : 'get', kind);
    if (refusal) return refuse(refusal);
    const here = all.filter((pod) => namespace === undefined || pod.namespace === namespace);
    if (kind === 'namespaces' && name === '') {
      const names = [...new Set(all.map((pod) => pod.namespace))];
      return send(
        200,
        page(
          'Namespace',
          names.map((each) => ({ metadata: meta({ name: each }), status: { phase: 'Active' } })),
          url,
        ),
      );
    }
    if (kind === 'events') return send(200, page('Event', here.map(toEvent), url));
    if (kind !== 'pods') return refuse(status(404, 'NotFound', `the server could not find ${url.pathname}`));
    if (name === '') return send(200, page('Pod', here.map(toPod), url));
    const pod = here.find((each) => each.name === name);
    if (!pod) return refuse(status(404, 'NotFound', `pods "${name}" not found`));
    if (sub === '') return send(200, toPod(pod));
    if (sub !== 'log') return refuse(status(400, 'BadRequest', 'Upgrade request required'));
    sendLog(pod, url, response);
  });

  function sendLog(pod: FakePod, url: URL, response: ServerResponse): void {
    const container = url.searchParams.get('container');
    const known = pod.containers ?? ['app'];
    if (container === null ? known.length > 1 : !known.includes(container)) {
      const why = status(400, 'BadRequest', `container ${container ?? 'name'} is not valid for pod ${pod.name}`);
      return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(why));
    }
    const lines = pod.log ?? [];
    const tail = url.searchParams.get('tailLines');
    const shown = tail === null ? lines : lines.slice(Math.max(0, lines.length - Number(tail)));
    const stamped =
      url.searchParams.get('timestamps') === 'true' ? shown.map((line) => `2026-01-01T00:00:00Z ${line}`) : shown;
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.flushHeaders();
    if (stamped.length > 0) response.write(stamped.map((line) => `${line}\n`).join(''));
    if (url.searchParams.get('follow') !== 'true') return void response.end();
    const set = following.get(pod.name) ?? new Set();
    following.set(pod.name, set.add(response));
    response.once('close', () => set.delete(response));
  }

  const upgrades = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has('v4.channel.k8s.io') ? 'v4.channel.k8s.io' : false),
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'https://localhost');
    const answer = (body: object) => {
      const text = JSON.stringify(body);
      const code = (body as { code: number }).code;
      socket.end(
        `HTTP/1.1 ${code} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
      );
    };
    const [, namespace = '', name = ''] = (
      /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/exec$/.exec(url.pathname) ?? []
    ).map(decodeURIComponent);
    const refusal = admit(request, 'create', 'pods/exec');
    if (refusal) return answer(refusal);
    const pod = all.find((each) => each.namespace === namespace && each.name === name);
    if (!pod) return answer(status(404, 'NotFound', `pods "${name}" not found`));
    const container = url.searchParams.get('container') ?? '';
    if (!(pod.containers ?? ['app']).includes(container))
      return answer(status(400, 'BadRequest', `container not found ("${container}")`));
    upgrades.handleUpgrade(request, socket, head, (ws) => exec(ws, url.searchParams));
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base64 = (name: string) => readFileSync(at(name)).toString('base64');
  return {
    port,
    seen,
    pods: all,
    users: allowed,
    directory,
    print: (pod, text) => {
      for (const response of following.get(pod) ?? []) response.write(text);
    },
    followers: () => [...following.values()].reduce((sum, { size }) => sum + size, 0),
    kubeconfig(auth = 'token', change = (config) => config) {
      const user =
        auth === 'certificate'
          ? { 'client-certificate-data': base64('gateway.crt'), 'client-key-data': base64('gateway.key') }
          : { token: auth === 'token' ? TOKEN : 'another' };
      return JSON.stringify(
        change({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [
            {
              name: 'c',
              cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64('ca.crt') },
            },
          ],
          users: [{ name: 'u', user }],
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
          'current-context': 'x',
        }),
      );
    },
    cut: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const header = (value: string | string[] | undefined): string | undefined => [value].flat()[0];

function rawHeaders({ rawHeaders: raw }: IncomingMessage, name: string): string[] {
  return raw.flatMap((each, i) => (i % 2 === 0 && each.toLowerCase() === name ? [raw[i + 1] ?? ''] : []));
}

const status = (code: number, reason: string, message: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message,
  reason,
  code,
});
const meta = (more: object) => ({ uid: JSON.stringify(more), creationTimestamp: '2026-01-01T00:00:00Z', ...more });

function page(kind: string, items: object[], url: URL): object {
  const from = Number(url.searchParams.get('continue') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 0) || items.length;
  const next = from + limit < items.length ? String(from + limit) : '';
  return {
    kind: `${kind}List`,
    apiVersion: 'v1',
    metadata: { ...(next && { continue: next }) },
    items: items.slice(from, from + limit),
  };
}

const toPod = ({ namespace, name, containers = ['app'], labels = {} }: FakePod) => ({
  kind: 'Pod',
  metadata: meta({ namespace, name, labels }),
  spec: {
    nodeName: 'node-1',
    containers: containers.map((each) => ({ name: each, image: `registry.test/${each}:1` })),
  },
  status: {
    phase: 'Running',
    podIP: '10.0.0.1',
    containerStatuses: containers.map((each) => ({
      name: each,
      ready: true,
      restartCount: 2,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    })),
  },
});

const toEvent = ({ namespace, name }: FakePod) => ({
  metadata: meta({ namespace, name: `${name}.1` }),
  involvedObject: { kind: 'Pod', namespace, name },
  type: 'Normal',
  reason: 'Started',
  message: 'Started container app',
  count: 1,
  lastTimestamp: '2026-01-01T00:00:01Z',
});

/** Channels: 0 input, 1 output, 2 errors, 3 exit status, 4 size. */
function exec(ws: WebSocket, query: URLSearchParams): void {
  const [command = 'sh', ...args] = query.getAll('command');
  const send = (channel: number, data: Buffer | string) =>
    ws.readyState === ws.OPEN && ws.send(Buffer.concat([Buffer.of(channel), Buffer.from(data)]));
  const over = (exitCode: number) => {
    send(
      3,
      JSON.stringify(
        exitCode === 0
          ? { metadata: {}, status: 'Success' }
          : {
              metadata: {},
              status: 'Failure',
              reason: 'NonZeroExitCode',
              message: `command terminated with exit code ${exitCode}`,
              details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
            },
      ),
    );
    ws.close(1000);
  };
  if (query.get('tty') !== 'true') {
    const child = spawn(command, args);
    child.stdout.on('data', (data: Buffer) => send(1, data));
    child.once('close', (code) => over(code ?? 255));
    return void ws.on('close', () => child.kill());
  }
  const pty = spawnPty(command, args, { cols: 80, rows: 24, env: { ...process.env, PS1: '$ ', TERM: 'xterm' } });
  pty.onData((data) => {
    send(1, data);
    if (ws.bufferedAmount > 1_000_000) {
      pty.pause();
      setTimeout(() => pty.resume(), 20);
    }
  });
  pty.onExit(({ exitCode }) => over(exitCode));
  ws.on('message', (data: Buffer) => {
    const body = data.subarray(1);
    if (data[0] === 0) pty.write(body.toString('utf8'));
    if (data[0] === 4) {
      const { Width, Height } = JSON.parse(body.toString('utf8')) as { Width: number; Height: number };
      pty.resize(Width, Height);
    }
  });
  ws.on('close', () => pty.kill());
}

/** An authority, a server certificate that it signed, and a client certificate for `gateway`. */
function makeCertificates(directory: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=test-ca');
  for (const [name, extension] of [
    ['server', 'subjectAltName=IP:127.0.0.1,DNS:kubernetes.test'],
    ['gateway', 'extendedKeyUsage=clientAuth'],
  ] as const) {
    writeFileSync(join(directory, `${name}.ext`), extension);
    openssl(
      'req',
      ...key.slice(0, 4),
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '30',
      '-out',
      `${name}.crt`,
      '-extfile',
      `${name}.ext`,
    );
  }
}
