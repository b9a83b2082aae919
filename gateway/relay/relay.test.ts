// The relay with a mock of a cluster's proxy over TLS with a self-signed certificate.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { selfSigned } from '../../tests/support/certificate.ts';
import type { ClusterMode, Settings } from '../config/settings.ts';
import { toGatewayConfig } from '../config/toGatewayConfig.ts';
import { RELAYED_REQUESTS } from '../http/limits.ts';
import type { PageSource } from '../http/pages.ts';
import type { ServedApp } from '../process/app.ts';
import { createRelayApp } from './app.ts';
import { connectCluster } from './cluster.ts';
import { get } from './get.ts';

const PAGE =
  '<meta name="grv_csrf_token" content=""><meta name="grv_bearer_token" content=""><script src="/web/config.js"></script><title>Ours</title>';
const pages: PageSource = {
  dev: false,
  html: () => PAGE,
  serveAssets: (server) => void server.get('/web/app/a/x.js', () => 'ours'),
};

/** The handler of the mock. Each test sets it. */
let answer: RequestListener;
let cluster: https.Server;
let relay: ServedApp;
let base: string;

const settings = (url: URL, insecure: boolean, proxyProtocol: boolean) => {
  const mode: ClusterMode = { kind: 'cluster', url, insecure, proxyProtocol };
  const whole: Settings = {
    dataDir: '/nowhere',
    listen: { host: '127.0.0.1', port: 0, trustProxy: false },
    publicUrl: 'http://localhost:3080',
    logLevel: 'silent',
    mode,
    config: toGatewayConfig({}, '/nowhere'),
  };
  return { whole, mode };
};

async function startRelay(url: URL, insecure = true, proxyProtocol = false): Promise<void> {
  const { whole, mode } = settings(url, insecure, proxyProtocol);
  relay = await createRelayApp(whole, mode, pages);
  await relay.server.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${portOf(relay.server.server)}`;
}

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;
const clusterUrl = () => new URL(`https://localhost:${portOf(cluster)}`);

beforeEach(async () => {
  cluster = https.createServer(selfSigned(), (request, response) => answer(request, response));
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
  await startRelay(clusterUrl());
});
afterEach(async () => {
  await relay.close();
  cluster.closeAllConnections();
  cluster.close();
});

/** A request as a client would write it, with an unchanged target. */
async function call(path: string, options: http.RequestOptions = {}, body?: Buffer) {
  const request = http.request({ host: '127.0.0.1', port: new URL(base).port, path, ...options });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

describe('requests', () => {
  test.each([
    '/v1/webapi/sites/-current-/nodes?limit=1&query=labels%5B%22a%22%5D',
    '/v1/v1/webapi/motd',
    '/webapi/ping',
    '/v2/webapi/token',
    '/scripts/abc/install-node.sh',
    '/.well-known/openid-configuration',
    '/v1/webapi/users/a%40b%2Fc',
    '/v1/webapi/users/%zz',
    '/v1/webapi/users/..%2f..',
    '/web/config.js',
    '/anything/else',
  ])('%s reaches the cluster unchanged', async (path) => {
    answer = (request, response) => response.end(`${request.method ?? ''} ${request.url ?? ''}`);
    expect((await call(path)).text).toBe(`GET ${path}`);
    expect((await call(path, { method: 'PUT' })).text).toBe(`PUT ${path}`);
  });

  test('status, headers and body are passed on unchanged', async () => {
    answer = (_request, response) => {
      response.writeHead(403, {
        'content-type': 'application/json',
        'content-length': 19,
        'x-frame-options': 'DENY',
      });
      response.end('{\n    "error": {}\n}');
    };
    const { status, headers, text: body } = await call('/webapi/user/status');
    expect({ status, body }).toEqual({ status: 403, body: '{\n    "error": {}\n}' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-frame-options': 'DENY',
      'content-length': '19',
    });
  });

  test('a response may have headers of 60 kB', async () => {
    answer = (_request, response) => response.setHeader('link', 'x'.repeat(60_000)).end();
    expect((await call('/webapi/x', { maxHeaderSize: 70_000 })).status).toBe(200);
  });

  test('several cookies are passed on separately', async () => {
    answer = (_request, response) => response.setHeader('set-cookie', ['a=1; Secure', 'b=2; HttpOnly']).end();
    expect((await call('/webapi/x')).headers['set-cookie']).toEqual(['a=1; Secure', 'b=2; HttpOnly']);
  });

  test('40 MB pass in both directions, above the limit of the gateway’s own API', async () => {
    answer = (request, response) => void request.pipe(response);
    const bytes = randomBytes(40 * 1024 * 1024);
    const request = http.request(`${base}/v1/webapi/upload`, { method: 'POST' });
    request.end(bytes);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(sha(await buffer(response))).toBe(sha(bytes));
  });

  test('a response is passed on in chunks before it is complete', async () => {
    answer = (_request, response) => void response.write('first'); // the response never ends
    const request = http.get(`${base}/webapi/stream`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [chunk] = (await once(response, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first');
    request.destroy();
  });

  test('a browser that disconnects ends the request to the cluster, before and during the response', async () => {
    for (const begin of [false, true]) {
      const gone = new Promise<void>((resolve) => {
        answer = (_request, response) => {
          response.once('close', resolve);
          if (begin) response.write('begun');
          else setTimeout(() => request.destroy(), 50);
        };
      });
      const request = http.get(`${base}/webapi/slow`, () => request.destroy());
      request.on('error', () => undefined);
      await gone;
    }
  });

  test('an upload that the browser aborts is aborted at the cluster', async () => {
    const request = http.request(`${base}/webapi/upload`, { method: 'POST', headers: { 'content-length': 1000 } });
    const broken = new Promise<boolean>((resolve) => {
      answer = (taken) => {
        taken.once('data', () => request.destroy());
        taken.once('close', () => resolve(!taken.complete));
      };
    });
    request.on('error', () => undefined);
    request.write('half');
    expect(await broken).toBe(true);
  });

  test('a cluster can refuse an upload before its end', async () => {
    answer = (_request, response) => response.writeHead(429, { connection: 'close' }).end('the read limit is reached');
    const request = http.request(`${base}/webapi/upload`, {
      method: 'POST',
      headers: { 'content-length': 50_000_000 },
    });
    request.on('error', () => undefined);
    request.write(Buffer.alloc(1_000_000));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([429, 'the read limit is reached']);
    request.destroy();
  });
});

describe('pages', () => {
  const clusterPage = '<meta name="grv_csrf_token" content="ab12"><meta name="grv_bearer_token" content="eyJ&#43;">';

  test('have both values and the cookies of the cluster’s page, requested with the browser’s cookies', async () => {
    let seen: http.IncomingHttpHeaders = {};
    answer = (request, response) => {
      seen = request.headers;
      response
        .setHeader('set-cookie', '__Host-grv_csrf=ab12; Path=/; HttpOnly; Secure; SameSite=None')
        .end(clusterPage);
    };
    const page = await call('/web/cluster/a/nodes', { headers: { cookie: '__Host-session=7b' } });
    expect(page.text).toContain('content="ab12"');
    expect(page.text).toContain('content="eyJ&#43;"');
    expect(page.text).toContain('<title>Ours</title>');
    expect(page.headers['set-cookie']).toEqual(['__Host-grv_csrf=ab12; Path=/; HttpOnly; Secure; SameSite=None']);
    expect(seen.cookie).toBe('__Host-session=7b');
  });

  test('are requested without the browser’s body, and only while the browser waits', async () => {
    const seen: (string | undefined)[] = [];
    answer = (request, response) => {
      seen.push(request.headers['content-length'], request.headers['transfer-encoding'], request.headers.range);
      response.end(clusterPage);
    };
    const headers = { range: 'bytes=0-1', expect: '100-continue' };
    expect((await call('/web', { method: 'POST', headers }, Buffer.from('hello'))).status).toBe(200);
    expect(seen).toEqual([undefined, undefined, undefined]);

    const left = new Promise((resolve) => (answer = (_request, response) => response.once('close', resolve)));
    const request = http
      .get({ host: '127.0.0.1', port: new URL(base).port, path: '/web' })
      .on('error', () => undefined);
    setTimeout(() => request.destroy(), 200);
    await left;
  });

  test('files of the gateway are not requested from the cluster', async () => {
    answer = (_request, response) => response.end('theirs');
    expect((await call('/web/app/a/x.js')).text).toBe('ours');
  });

  test('show the reason if the cluster is down or is not a cluster', async () => {
    answer = (_request, response) => response.writeHead(404).end('<html>nginx</html>');
    const { origin } = clusterUrlOf(clusterUrl().port);
    const outage = (why: string) => `<meta name="postern-outage" content="${why}" />`;
    const wrongPage = await call('/web/login');
    expect([wrongPage.status, wrongPage.headers['set-cookie']]).toEqual([503, undefined]);
    expect(wrongPage.text).toContain(outage(`${origin}/web is not the web page of a cluster (status 404)`));
    expect(wrongPage.text).toContain('<title>Ours</title>');
    expect(wrongPage.text).not.toContain('/web/config.js');
    cluster.closeAllConnections();
    cluster.close();
    const down = await call('/web/cluster/a/nodes?search=x');
    expect(down.text).toContain(`content="the cluster at ${origin} cannot be reached: `);
  });
});

describe('a cluster that cannot be reached', () => {
  const failing = async (): Promise<{ status: number | undefined; message: string }> => {
    const { status, text: body } = await call('/v1/webapi/user/status');
    return { status, message: (JSON.parse(body) as { error: { message: string } }).error.message };
  };
  const restartRelay = async (url: URL, insecure: boolean) => {
    await relay.close();
    await startRelay(url, insecure);
  };

  test('is reported with 504 in the form of the contract, and the next request tries again', async () => {
    const { port } = clusterUrl();
    cluster.close();
    const { origin } = clusterUrlOf(port);
    expect(await failing()).toEqual({
      status: 504,
      message: `the cluster at ${origin} cannot be reached: the connection was refused`,
    });
    expect(await relay.notices?.()).toEqual([
      `the cluster at ${origin} cannot be reached: the connection was refused. Every request tries again`,
    ]);

    cluster = https.createServer(selfSigned(), (_request, response) => response.end('back'));
    await new Promise<void>((resolve) => cluster.listen(Number(port), '127.0.0.1', resolve));
    expect((await call('/v1/webapi/user/status')).text).toBe('back');
  });

  test('is reported with 504 for /web/config.js after a timeout', { timeout: 20_000 }, async () => {
    answer = () => undefined;
    const { status } = await call('/web/config.js');
    expect(status).toBe(504);
  });

  test('is reported with the option --insecure if its certificate is not trusted', async () => {
    await restartRelay(clusterUrl(), false);
    expect(await failing()).toEqual({
      status: 504,
      message: expect.stringMatching(/is not trusted .*Start with --insecure/),
    });
  });

  test('is reported as not trusted if its certificate has expired', async () => {
    cluster.setSecureContext(selfSigned({ to: Date.now() - 1000 }));
    await restartRelay(clusterUrl(), false);
    expect((await failing()).message).toContain('is not trusted');
  });

  test('is reported if it speaks plain HTTP', async () => {
    const plain = http.createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    await restartRelay(new URL(`https://localhost:${portOf(plain)}`), true);
    expect((await failing()).message).toContain('it does not speak TLS there');
    plain.close();
  });

  test.each<[string, RequestListener, number, string]>([
    ['accepts a request and never answers', () => undefined, 50, 'no whole answer after 0.05 s'],
    [
      'stops in the middle of its answer',
      (_request, response) => void response.writeHead(200, { 'content-length': 99 }).write('half of it'),
      200,
      'no whole answer after 0.2 s',
    ],
    [
      'sends an endless answer',
      (_request, response) => {
        const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
        response.on('drain', more);
        more();
      },
      10_000,
      'an answer of more than 4194304 bytes',
    ],
    [
      'switches protocols without a request',
      (request) => request.socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      10_000,
      'it closed the connection',
    ],
  ])('is reported if it %s', async (_, listener, limitMs, message) => {
    answer = listener;
    const broken = connectCluster({ kind: 'cluster', url: clusterUrl(), insecure: true });
    await expect(get(broken, '/webapi/ping', {}, limitMs)).rejects.toThrow(message);
    broken.close();
  });

  test('is reported if it closes the connection', async () => {
    answer = (request) => request.socket.destroy();
    expect((await failing()).message).toContain('cannot be reached');
  });
});

const clusterUrlOf = (port: string) => new URL(`https://localhost:${port}`);

describe('the notices at the start', () => {
  const ping = (body: object) => {
    answer = (_request, response) => response.end(JSON.stringify(body));
    return relay.notices?.();
  };
  const shared = expect.stringContaining('all users share one limit') as string;

  test('have only the shared limit of sign-ins if the cluster has no problem', async () => {
    expect(await ping({ server_version: '13.1.3', auth: { webauthn: { rp_id: 'localhost' } } })).toEqual([shared]);
  });
  test('warns about an address where passkeys do not work', async () => {
    expect(await ping({ server_version: '15.4.7', auth: { webauthn: { rp_id: 'localhost' } } })).toEqual([shared]);
    expect(await ping({ server_version: '16.0.1', auth: { webauthn: { rp_id: 'example.com' } } })).toEqual([
      expect.stringContaining('From version 16 on terminals, desktops, commands on servers'),
      expect.stringContaining('work only at example.com and below, not at localhost'),
      shared,
    ]);
  });
  test('warn about an old cluster, a server that is not a cluster, and another address', async () => {
    expect(await ping({ server_version: '12.4.0' })).toEqual([expect.stringContaining('runs 12.4.0'), shared]);
    expect(await ping({})).toEqual([expect.stringContaining('is not the proxy of a cluster')]);
    answer = (_request, response) =>
      response.writeHead(302, { location: 'https://p.example.com/web/launch/localhost' }).end();
    expect(await relay.notices?.()).toEqual([expect.stringContaining('The cluster uses https://p.example.com')]);
  });
});

describe('websockets', () => {
  let sockets: WebSocketServer;
  let handshake: IncomingMessage;
  beforeEach(() => {
    sockets = new WebSocketServer({ noServer: true });
    cluster.on('upgrade', (request, socket, head) => {
      handshake = request;
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }));
      });
    });
  });
  const open = async (path = '/v1/webapi/sites/a/connect?access_token=t') => {
    const socket = new WebSocket(base.replace('http', 'ws') + path, {
      origin: 'http://localhost:3080',
      headers: { cookie: '__Host-session=7b' },
    });
    await once(socket, 'open');
    return socket;
  };

  test('pass on frames of every length, in order and unchanged', async () => {
    const socket = await open();
    const frames = [0, 1, 125, 126, 65_535, 65_536, 3_000_000].map((size) => randomBytes(size));
    const back: Buffer[] = [];
    socket.on('message', (data) => back.push(data as Buffer));
    for (const frame of frames) socket.send(frame);
    await expect.poll(() => back.length, { timeout: 5000 }).toBe(frames.length);
    expect(back.map(sha)).toEqual(frames.map(sha));
    socket.terminate();
  });

  test('reach the cluster with its own host and origin, the cookie and the whole query', async () => {
    const socket = await open();
    expect(handshake.url).toBe('/v1/webapi/sites/a/connect?access_token=t');
    expect(handshake.headers).toMatchObject({
      host: clusterUrl().host,
      origin: clusterUrl().origin,
      cookie: '__Host-session=7b',
    });
    socket.terminate();
  });

  test('the headers of a handshake are filtered like those of other responses', async () => {
    const headers = ['Set-Cookie: theirs=\u00e9; Path=/; Domain=localhost', 'Strict-Transport-Security: max-age=1'];
    sockets.on('headers', (lines: string[]) => lines.push(...headers));
    const socket = new WebSocket(base.replace('http', 'ws') + '/v1/webapi/x');
    const [{ headers: passed }] = (await once(socket, 'upgrade')) as [IncomingMessage];
    expect(passed).toMatchObject({ upgrade: 'websocket', 'set-cookie': ['theirs=\u00c3\u00a9; Path=/'] });
    expect(passed['strict-transport-security']).toBeUndefined();
    socket.terminate();
  });

  test('the close code and reason are passed on', async () => {
    const socket = await open();
    for (const client of sockets.clients) client.close(4000, 'because');
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([4000, 'because']);
  });

  test('the response of a cluster that refuses the handshake is passed on', async () => {
    cluster.removeAllListeners('upgrade');
    answer = (_request, response) =>
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"message":"need auth"}}');
    const socket = new WebSocket(`${base.replace('http', 'ws')}/webapi/sites/a/connect`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([403, '{"error":{"message":"need auth"}}']);
  });

  test.each([
    ['alpn', 200],
    ['h2c', 400],
    ['websocket, h2c', 400],
    ['HTTP/2.0', 400],
  ])('only the upgrade of an agent is passed on: %s is answered with %i', async (upgrade, status) => {
    cluster.removeAllListeners('upgrade');
    answer = (_request, response) => response.end();
    const raw = connect(Number(new URL(base).port), '127.0.0.1');
    raw.write(
      `GET /webapi/connectionupgrade HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
    );
    const [head] = (await once(raw, 'data')) as [Buffer];
    expect(head.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    raw.destroy();
  });

  test('a handshake with a cluster that is down is answered with 504', async () => {
    cluster.close();
    const socket = new WebSocket(`${base.replace('http', 'ws')}/webapi/sites/a/connect`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(504);
  });

  test('a dropped connection on either side ends the other', async () => {
    const first = await open();
    const [peer] = sockets.clients;
    first.terminate();
    await once(peer!, 'close');

    const second = await open();
    for (const client of sockets.clients) client.terminate();
    await once(second, 'close');
  });

  test('a browser that closes only its sending side ends the connection to the cluster', async () => {
    const raw = connect(Number(new URL(base).port), '127.0.0.1');
    raw.write(
      `GET /webapi/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    await once(raw, 'data');
    const [peer] = sockets.clients;
    raw.end(); // half closed: the other direction stays open
    await once(peer!, 'close');
    raw.destroy();
  });

  test.each([
    ['itself', 'localhost'],
    ['and for its applications', 'app.localhost'],
  ])(
    'limits the requests of one network that wait for the cluster %s, but not tunnels of agents',
    async (_, host) => {
      const waiting = new Set<IncomingMessage>();
      answer = (request) => {
        waiting.add(request);
        request.once('close', () => waiting.delete(request));
      };
      const tunnel = await open('/webapi/connectionupgrade');
      const { perNetwork } = RELAYED_REQUESTS.usual;
      const clients = Array.from({ length: perNetwork / 16 }, () => connect(Number(new URL(base).port), '127.0.0.1'));
      for (const client of clients) {
        client.on('error', () => undefined);
        client.write(`GET /webapi/x HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(16));
      }
      await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(perNetwork);
      const later = connect(Number(new URL(base).port), '127.0.0.1');
      later.write(`GET /webapi/later HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      // The oldest is dropped, and with its connection all its other requests.
      await expect.poll(() => waiting.size, { timeout: 20_000 }).toBe(perNetwork - 16 + 1);
      expect([...waiting].some(({ url }) => url === '/webapi/later')).toBe(true);
      tunnel.send('still here');
      await once(tunnel, 'message');
      for (const client of [later, ...clients]) client.destroy();
      tunnel.terminate();
    },
    60_000,
  );

  test('closing the relay drops open websockets', async () => {
    const socket = await open();
    await relay.close();
    await once(socket, 'close');
    await startRelay(clusterUrl());
  });
});

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
