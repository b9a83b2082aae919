// The memory that a caller without a sign-in may occupy: bodies, headers, connections, answers.
import { once } from 'node:events';
import { connect } from 'node:http2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANONYMOUS_CONNECTIONS, ANONYMOUS_REQUESTS } from '../../gateway/http/limits.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { openRaw, postOf, type RawConnection } from '../support/rawConnection.ts';

const API = '/v1/webapi';
const FINISH = `${API}/mfa/login/finishsession`;

let gateway: InProcess;
let admin: ApiClient;
const opened: RawConnection[] = [];
beforeEach(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
});
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await gateway.stop();
});

const open = async (send = '', from = '127.77.1.1') => {
  const connection = await openRaw({ base: gateway.base, from, send });
  opened.push(connection);
  return connection;
};
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const isOpen = async ({ closed }: RawConnection, ms = 200) =>
  Promise.race([closed.then(() => false), new Promise<boolean>((r) => setTimeout(() => r(true), ms))]);

describe('a body', () => {
  const large = JSON.stringify({ user: 'x'.repeat(70_000) });

  test.each([
    ['POST', 'mfa/login/finishsession'],
    ['POST', 'mfa/login/begin'],
    ['POST', 'mfa/login/finish'],
    ['POST', 'ssh/certs'],
    ['POST', 'precapture'],
    ['POST', 'trustedclusters/validate'],
    ['POST', 'github/login/console'],
  ])('M7: of more than 64 kB is refused at %s %s', async (method, path) => {
    const answer = await gateway.client().send({ method, path: `${API}/${path}`, body: large });
    expect([answer.status, answer.json]).toEqual([429, { error: { message: 'the read limit is reached' } }]);
  });

  test('M7: of a signed-in user may be larger', async () => {
    const answer = await admin.call('POST', 'capture', { event: 'tp.ui.banner.click', padding: 'x'.repeat(1_000_000) });
    expect(answer.status).toBe(200);
  });

  test('M7: that does not arrive times out after ten seconds', async () => {
    const stalled = await open(postOf(FINISH, '{"user":', 1000));
    expect(await stalled.closed).toBeLessThan(14_000);
    expect(await stalled.closed).toBeGreaterThan(8_000);
  }, 90_000);

  test('M7: is not read if the token in the path is invalid', async () => {
    const stalled = await open(postOf(`${API}/mfa/token/${'0'.repeat(32)}/registerchallenge`, '{', 1000));
    expect((await stalled.receives(/HTTP\/1\.1 (\d+)[^]*\r\n\r\n[^]*\}/))[1]).toBe('403');
  });

  test('M7: in chunks of one byte is refused before its end', async () => {
    const pieces = `1\r\nx\r\n`.repeat(60_000);
    const head = `POST ${FINISH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const connection = await open(head);
    expect((await connection.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('411');
    connection.socket.write(pieces);
    expect(await connection.closed).toBeLessThan(5_000);
  });

  test('M7: of a signed-in user takes no more memory than its bytes, even in chunks of one byte', async () => {
    const { cookie, authorization } = admin.signedIn;
    const { socket } = await open(
      `POST ${API}/capture HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: ${cookie}\r\nAuthorization: ${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = held();
    await new Promise((done) => socket.write(`1\r\nx\r\n`.repeat(300_000), done));
    await new Promise((done) => setTimeout(done, 1000));
    expect((held() - before) / 2 ** 20).toBeLessThan(60);
  });
});

describe('one signed-in user', () => {
  const MEGABYTE = 1024 * 1024;
  const piece = Buffer.alloc(MEGABYTE, ' ');
  const send = async ({ socket }: RawConnection, count: number) => {
    for (let i = 0; i < count && socket.writable; i++) await new Promise((done) => socket.write(piece, done));
  };
  const stillOpen = async () => {
    await new Promise((done) => setTimeout(done, 500));
    return (await Promise.all(opened.map((each) => isOpen(each)))).filter(Boolean).length;
  };

  test('M7: can occupy at most 48 MiB with unfinished bodies, and other users are served', async () => {
    const other = await gateway.user(admin, 'bob');
    const { cookie, authorization } = admin.signedIn;
    const head = `Cookie: ${cookie}\r\nAuthorization: ${authorization}\r\n`;
    for (let i = 0; i < 10; i++) await send(await open(postOf(`${API}/capture`, ' ', 10 * MEGABYTE - 1, head)), 9);
    expect(await stillOpen()).toBeLessThanOrEqual(4);
    const event = { event: 'tp.ui.banner.click', padding: 'x'.repeat(MEGABYTE) };
    expect((await other.call('POST', 'capture', event)).status).toBe(200);
  }, 60_000);

  test('M7: can occupy at most 48 MiB with unfinished messages', async () => {
    const { json } = await admin.call('POST', 'assistant/conversations', {});
    const { id: conversation_id } = json as { id: string };
    const query = new URLSearchParams({ access_token: admin.bearer, conversation_id });
    const upgrade = `Cookie: ${admin.cookieHeader}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
    const head = Buffer.alloc(14, Buffer.of(0x82, 0xff));
    head.writeBigUInt64BE(BigInt(8 * MEGABYTE), 2);
    for (let i = 0; i < 10; i++) {
      const connection = await open(get(`${API}/sites/-current-/assistant?${query}`, upgrade));
      await connection.receives(/HTTP\/1\.1 101/);
      connection.socket.write(head);
      await send(connection, 7);
    }
    expect(await stillOpen()).toBeLessThanOrEqual(6);
  }, 60_000);

  describe('can occupy at most 48 MiB with unread answers, and other users are served', () => {
    const large = 'postern/documents/role/large';
    const isServed = async (by = gateway, as = admin) => {
      const other = await by.user(as, 'bob', ['editor']);
      expect((await other.call('GET', large)).text.length).toBeGreaterThan(900_000);
    };
    const store = async (to: ApiClient) => {
      const content = `kind: role\nversion: v6\nmetadata: { name: large }\nspec: {}\n${'#'.repeat(900_000)}`;
      expect((await to.call('POST', 'roles', { content })).status).toBe(200);
    };

    test('over HTTP/1.1', async () => {
      await store(admin);
      const { cookie, authorization } = admin.signedIn;
      const asked = get(`${API}/${large}`, `Cookie: ${cookie}\r\nAuthorization: ${authorization}\r\n`).repeat(30);
      for (let i = 0; i < 5; i++) (await open()).socket.pause().write(asked);
      const count = () =>
        new Promise<number>((resolve) => gateway.app.server.server.getConnections((_error, n) => resolve(n)));
      await expect.poll(count).toBeLessThan(4);
      await isServed();
    }, 60_000);

    test('over HTTP/2', async () => {
      const encrypted = await startInProcess({}, Date.now(), { tls: selfSigned() });
      const reader = await encrypted.admin();
      await store(reader);
      const session = connect(encrypted.base, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
      let broken = 0;
      for (let n = 0; n < 90; n += 1) {
        const stream = session.request({ ':path': `${API}/${large}`, ...reader.signedIn });
        stream.on('error', () => undefined).on('close', () => broken++);
      }
      await expect.poll(() => broken).toBeGreaterThan(30);
      await isServed(encrypted, reader);
      session.destroy();
      await encrypted.stop();
    }, 60_000);
  });
});

describe('a header', () => {
  test('M7: of more than 64 kB is refused', async () => {
    const connection = await open(get('/web', `X-Long: ${'x'.repeat(70_000)}\r\n`));
    expect((await connection.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('431');
  });

  test('M7: of more than 16 kB is refused by public endpoints', async () => {
    const connection = await open(get(`${API}/ping`, `X-Long: ${'x'.repeat(20_000)}\r\n`));
    expect((await connection.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('431');
  });

  test('M7: with a thousand escaped server IDs in the address is accepted by the command page', async () => {
    const ids = Array.from({ length: 1000 }, () => crypto.randomUUID()).join('%2C');
    const connection = await open(get(`/web/cluster/example.test/console/nodes?ids=${ids}`));
    expect((await connection.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('200');
  });

  test('M7: that never ends closes the connection after about ten seconds, even if bytes arrive', async () => {
    const silent = await open();
    const slow = await open('GET /web HTTP/1.1\r\nX-Slow: ');
    const drip = setInterval(() => slow.socket.write('x'), 500);
    try {
      expect(await Promise.all([silent.closed, slow.closed]).then((all) => Math.max(...all))).toBeLessThan(20_000);
    } finally {
      clearInterval(drip);
    }
  }, 90_000);
});

describe('connections', () => {
  test('M7: without a sign-in are limited per address, and the oldest idle one is closed first', async () => {
    const idle: RawConnection[] = [];
    for (let n = 0; n < 400; n += 1) idle.push(await open());
    await new Promise((done) => setTimeout(done, 300));
    const stillOpen = await Promise.all(idle.map((each) => isOpen(each, 50)));
    expect(stillOpen.filter(Boolean).length).toBeLessThanOrEqual(ANONYMOUS_CONNECTIONS.perNetwork);
    expect(stillOpen.at(-1)).toBe(true);
    const other = await open(get('/v1/webapi/ping'), '127.77.1.2');
    expect((await other.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('200');
  }, 60_000);

  test('M7: without a sign-in are limited in total, and a new client is served', async () => {
    const idle: RawConnection[] = [];
    for (let n = 0; n < 1000; n += 1) idle.push(await open('GET /web HTTP/1.1\r\n', `127.78.${n >> 8}.${n & 255}`));
    await new Promise((done) => setTimeout(done, 300));
    const stillOpen = await Promise.all(idle.map((each) => isOpen(each, 50)));
    expect(stillOpen.filter(Boolean).length).toBeLessThanOrEqual(ANONYMOUS_CONNECTIONS.total);
    const other = await open(get('/v1/webapi/ping'), '127.77.1.2');
    expect((await other.receives(/HTTP\/1\.1 (\d+)/))[1]).toBe('200');
  }, 60_000);

  test('M7: of signed-in users stay open', async () => {
    const { cookie, authorization } = admin.signedIn;
    const signedIn = await open(get(`${API}/user/status`, `Cookie: ${cookie}\r\nAuthorization: ${authorization}\r\n`));
    await signedIn.receives(/"ok"/);
    for (let n = 0; n < 300; n += 1) await open();
    expect(await isOpen(signedIn, 500)).toBe(true);
  }, 60_000);

  test('M7: that are idle between two requests are not closed as slow', async () => {
    const idle = await open(get(`${API}/ping`));
    await idle.receives(/HTTP\/1\.1 200/);
    expect(await isOpen(idle, 15_000)).toBe(true);
    idle.socket.write(get('/web'));
    await idle.receives(/HTTP\/1\.1 200[^]*HTTP\/1\.1 200/);
  }, 60_000);

  test('M7: with more simultaneous requests than any client sends are closed', async () => {
    const connection = await open(get('/web').repeat(2000));
    expect(await isOpen(connection, 2000)).toBe(false);
    expect(connection.text().split('HTTP/1.1 200').length).toBeLessThan(100);
  });

  test('M7: of a refused websocket are closed at once, even if the client keeps its half open', async () => {
    const connection = await open(
      get(
        `${API}/sites/-current-/connect?params=%7B%7D`,
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
      ),
    );
    await connection.receives(/HTTP\/1\.1 403/);
    await connection.closed;
    const count = () =>
      new Promise<number>((resolve) => gateway.app.server.server.getConnections((_error, n) => resolve(n)));
    await expect.poll(count, { timeout: 3000 }).toBe(0);
  });
});

test('M7: requests with unread answers are limited over HTTP/2, and the oldest are cancelled', async () => {
  const encrypted = await startInProcess({}, Date.now(), { tls: selfSigned() });
  const sessions = Array.from({ length: 4 }, () =>
    connect(encrypted.base, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } }),
  );
  try {
    const broken: number[] = [];
    for (const [i, session] of sessions.entries()) {
      session.on('error', () => undefined);
      if (session.connecting) await once(session, 'connect');
      for (let n = 0; n < 90; n += 1) {
        const stream = session.request({ ':path': '/web' });
        stream.on('error', () => undefined).on('close', () => broken.push(i));
      }
    }
    await expect
      .poll(() => broken.length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(360 - ANONYMOUS_REQUESTS.perNetwork);
    const { app } = encrypted;
    const other = await app.server.inject({ url: '/web', remoteAddress: '192.0.2.1', headers: { host: 'localhost' } });
    expect(other.statusCode).toBe(200);
  } finally {
    for (const session of sessions) session.destroy();
    await encrypted.stop();
  }
}, 60_000);

test('M7: a request with a foreign host gets a short answer for any path', async () => {
  const { headers, body } = await gateway.app.server.inject({
    url: `/${'%22'.repeat(5000)}`,
    headers: { host: 'app.example.test' },
  });
  expect(String(headers.location).length + body.length).toBeLessThan(10_000);
});
