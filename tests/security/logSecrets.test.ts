// M6: no secret of a request reaches the log, on any route and with any escaping. The routes come from the gateway's
// registry, so that new routes are also tested.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AnonymousLog } from '../../gateway/http/AnonymousLog.ts';
import { JsonObject } from '../../gateway/http/body.ts';
import { SHOWN_IN_PATH, SHOWN_IN_QUERY } from '../../gateway/http/shownParameters.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { escapesOf, planted, plantedBody, secret, variantsOf, type Planted } from '../support/plantedSecrets.ts';
import { withRouteTable, type TableRoute } from '../support/routeTable.ts';

const LINE_MAX_CHARS = 8192 + 1;
const LOCKED_OUT_MS = 60 * 60_000;

let gateway: InProcess;
let routes: TableRoute[];
let admin: ApiClient;
let log = '';
let port: number;

beforeAll(async () => {
  vi.spyOn(AnonymousLog.prototype, 'allows').mockReturnValue(true); // a line that is not logged proves nothing
  const table = await withRouteTable(() =>
    startInProcess({}, undefined, { logStream: { write: (line) => (log += line) } }),
  );
  // A page answers every method.
  routes = table.routes.filter(({ method }) => ['GET', 'POST', 'PUT', 'DELETE'].includes(method));
  gateway = table.started;
  port = Number(new URL(gateway.base).port);
  admin = await gateway.admin();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await gateway.stop();
});
beforeEach(async () => {
  await staySignedIn();
  log = '';
});

/** The log since the last call, unchanged and with its escapes decoded. */
function readLog(): { lines: string[]; texts: string[] } {
  const texts = [log];
  for (let i = 0; i < 3; i += 1)
    texts.push(
      (texts.at(-1) ?? '').replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    );
  const lines = log.split('\n').slice(0, -1);
  log = '';
  return { lines, texts };
}

function expectNone(secrets: readonly string[], what: string): string[] {
  const { lines, texts } = readLog();
  const sessionSecrets = [admin.bearer, admin.csrf, ...admin.cookies.values()];
  for (const each of [...secrets, ...sessionSecrets]) {
    const forms = [each, Buffer.from(each).toString('base64').replace(/=+$/, ''), Buffer.from(each).toString('hex')];
    for (const form of forms) {
      if (texts.some((text) => text.includes(form)))
        throw new Error(`${what}: ${form} (${each}) in ${texts.find((text) => text.includes(form)) ?? ''}`);
    }
  }
  for (const line of lines) {
    expect(line.length).toBeLessThan(LINE_MAX_CHARS);
    expect(() => JSON.parse(line), line).not.toThrow();
  }
  return lines;
}

/** Wrong passwords end a session, and lock the account for a while. */
async function staySignedIn(): Promise<void> {
  if ((await admin.call('GET', 'user/status')).status === 200) return;
  gateway.pass(LOCKED_OUT_MS);
  expect((await admin.signIn('admin', PASSWORD)).status).toBe(200);
  await admin.openPage();
}

/** Returns the number of logged lines. */
async function send(attacks: readonly Planted[]): Promise<number> {
  let lines = 0;
  log = '';
  for (const { secrets, ...sent } of attacks) {
    await admin.send(sent);
    lines += expectNone(secrets, `${sent.method} ${sent.path.slice(0, 200)}`).length;
  }
  return lines;
}

test('the route table is complete', () => {
  expect(routes.length).toBeGreaterThan(140);
  for (const url of ['/webapi/sites/:site/connect', '/scripts/:token/:file', '/web/*', '/webapi/users/:name']) {
    expect(routes.map((route) => route.url)).toContain(url);
  }
});

test('M6: values that grant access are declared as never shown', () => {
  const value = secret();
  for (const [parameter, rule] of Object.entries(SHOWN_IN_PATH)) {
    if (/:(token|tokenId|secret|code|state|id)$/.test(parameter)) throw new Error(`${parameter} is shown`);
    expect(rule(randomBytes(16).toString('hex'), 'role'), parameter).toBe(false);
  }
  expect(SHOWN_IN_PATH[':kind/:name']?.(value, 'token')).toBe(false);
  expect(SHOWN_IN_PATH[':kind/:name']?.(value, 'tokens')).toBe(false);
  for (const name of [
    'access_token',
    'csrf_token',
    'token',
    'code',
    'state',
    'params',
    'search',
    'query',
    'webauthn',
  ]) {
    for (const each of [value, '1', 'asc']) expect(SHOWN_IN_QUERY[name]?.(each, name), name).toBe(false);
  }
});

describe('M6: no secret of a path, query, header or body is in the log', () => {
  test('of any route, with any escaping', async () => {
    let sent = 0;
    let lines = 0;
    for (const route of routes) {
      await staySignedIn();
      const attacks = [...escapesOf(route, admin), ...variantsOf(route, admin)];
      sent += attacks.length;
      lines += await send(attacks);
    }
    expect(lines).toBeGreaterThanOrEqual(sent);
  }, 300_000);

  test('of an unknown address', async () => {
    const paths = [
      '/',
      '/script/',
      '/webapi/token/',
      '/v2/webapi/token/',
      '/web/invites/',
      '/webapi/mfa/tokens/',
      '/a/',
    ];
    const unknown = paths.map((path) => ({ method: 'GET', url: `${path}:token/x` }));
    await send(unknown.flatMap((route) => [...escapesOf(route, admin), ...variantsOf(route, admin)]));
  });

  test('of the name of a join token, with every spelling of its route', async () => {
    const token = secret();
    for (const kind of ['token', 'TOKEN', 'tokens', '%74oken', 'token%2f', 'token%00', 'unheard']) {
      for (const path of [
        `postern/documents/${kind}/${token}`,
        `postern/history/${kind}/${token}/1`,
        `postern/documents/${kind}%2F${token}`,
      ]) {
        await admin.call('GET', path);
        expect(expectNone([token], path)).toHaveLength(1);
      }
    }
  });

  test('of a request whose handler fails with an error that quotes the whole request', async () => {
    const quote = vi.spyOn(gateway.app.gateway.sessions, 'authenticate').mockImplementation((request) => {
      const { url, params, headers } = request;
      throw new Error(`cannot handle ${url} ${JSON.stringify(params)} ${JSON.stringify(headers)}`, {
        cause: new Error(`${request.originalUrl} of ${String(headers.cookie)}`),
      });
    });
    const guarded = routes.filter(({ url }) => /^\/webapi\/(?!.*sessions\/web)/.test(url));
    await send(guarded.flatMap((route) => escapesOf(route, admin))).finally(() => quote.mockRestore());
  }, 300_000);

  test('of a body that an error quotes', async () => {
    const quote = vi.spyOn(JsonObject, 'from').mockImplementation((value: unknown) => {
      throw new TypeError(`cannot read ${JSON.stringify(value)}`);
    });
    try {
      for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
        const { path } = planted(route);
        const { body, secrets } = plantedBody();
        await admin.send({ method: route.method, path, headers: admin.signedIn, body });
        expectNone(secrets, path);
      }
    } finally {
      quote.mockRestore();
    }
  });

  test('of an interrupted request, which is not an error', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const { path, secrets } = planted(route);
      const half = secret();
      const headers = Object.entries(admin.signedIn).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `${route.method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers.join('')}content-type: application/json\r\n` +
          `content-length: 1000\r\n\r\n{"pass": "${half}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 20));
      for (const line of expectNone([...secrets, half], path)) expect(JSON.parse(line).level, line).toBeLessThan(50);
    }
  });

  test('of a request that cannot be parsed', async () => {
    for (const text of ['GARBAGE / $ HTTP/1.1', 'GET /$ HTTP/9', 'GET / HTTP/1.1\r\n$', `GET /${'$'.repeat(90_000)}`]) {
      const value = secret();
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      socket.end(`${text.replaceAll('$', value)}\r\n\r\n`);
      await once(socket, 'close');
      expectNone([value], text.slice(0, 20));
    }
  });

  test('of a websocket and of its messages', async () => {
    const sockets = routes.filter(({ method, url }) => method === 'GET' && /^\/webapi\/(sites|command)\//.test(url));
    for (const route of sockets) {
      const { path, secrets } = planted(route);
      const [params, typed] = [secret(), secret()];
      const query = `access_token=${admin.bearer}&params=${encodeURIComponent(JSON.stringify({ login: params, command: params }))}`;
      const socket = new WebSocket(`ws://localhost:${port}${path}?${query}`, {
        headers: { cookie: admin.cookieHeader },
      });
      await new Promise<void>((resolve) => {
        socket.on('error', () => resolve());
        socket.on('close', () => resolve());
        socket.on('open', () => {
          socket.send(typed);
          socket.send(Buffer.from(typed));
          setTimeout(() => socket.terminate(), 100);
        });
      });
      expectNone([...secrets, params, typed], path);
    }
  });
});

describe('lines are bounded', () => {
  test('of an address of 60 kB, on every route', async () => {
    for (const route of routes) {
      const { path } = planted(route);
      await admin.send({
        method: route.method,
        path: `${path}?limit=${'1'.repeat(60_000)}&search=${'s'.repeat(100)}`,
        headers: admin.signedIn,
      });
      await admin.send({ method: route.method, path: `${path}${'/users'.repeat(4_000)}` });
      for (const line of expectNone([], path)) expect(line.length).toBeLessThan(1_500);
    }
  });

  test('of errors, texts and lists, with characters that end a line or control a terminal', () => {
    const { log: logger } = gateway.app.server;
    log = '';
    const long = '\u001b[2J\u009b2J\u202e\u2028\r\n"\\'.repeat(10_000);
    logger.error({ err: new Error(long, { cause: new Error(long) }) }, long);
    logger.warn(
      { paths: Array.from({ length: 10_000 }, () => long.slice(0, 50)), user: long, any: { deep: long } },
      'x',
    );
    logger.info(long);
    const lines = expectNone([], 'long texts');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
  });
});
