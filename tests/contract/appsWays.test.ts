// Other connections: HTTP/2 and TLS from the browser, TLS and SSH to the application (docs/applications.md).
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { cookiesOf, openApp, socketAtApp } from '../support/appScene.ts';
import { selfSigned } from '../support/certificate.ts';
import { openHttp2, type Http2Client } from '../support/http2Client.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startWebApp, type Echo, type WebApp } from '../support/webApp.ts';

const MB = 1024 * 1024;

let web: WebApp;
let secure: Server;
let sshd: Sshd;
let gateway: InProcess;
let plain: InProcess;
let admin: ApiClient;
let browser: Http2Client;

beforeAll(async () => {
  web = await startWebApp();
  sshd = await startSshd();
  secure = createServer(selfSigned(), (request, response) => response.end(`secure ${request.url}`));
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const app = (name: string, uri: string, spec: object = {}, connect?: object) => ({
    kind: 'app' as const,
    version: 'v3',
    metadata: { name },
    spec: { uri, ...spec },
    ...(connect && { connect }),
  });
  const address = `http://127.0.0.1:${web.port}`;
  const tls = `https://localhost:${(secure.address() as AddressInfo).port}`;
  const file = {
    inventory: [
      app('plain', address),
      app('trusted', tls),
      app('any', tls, { insecure_skip_verify: true }),
      app('far', address, {}, { via: 'bastion', via_login: userInfo().username }),
      {
        kind: 'node' as const,
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: '00000000-0000-4000-8000-000000000100' },
        spec: { addr: sshd.addr, hostname: 'bastion' },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
    ],
  };
  gateway = await startInProcess(file, undefined, { tls: selfSigned() });
  plain = await startInProcess(file);
  admin = await gateway.admin();
  browser = await openHttp2(gateway.base);
}, 60_000);
afterAll(async () => {
  browser.close();
  await gateway.stop();
  await plain.stop();
  secure.close();
  await sshd.stop();
  await web.stop();
});

async function at(name: string, path: string, body?: Buffer) {
  const opened = await openApp(admin, `${name}.localhost`);
  return browser.call({
    path,
    headers: { ':authority': `${opened.fqdn}:3080`, cookie: cookiesOf(opened) },
    ...(body && { method: 'PUT', body }),
  });
}

test('HTTP/2 from the browser: the application gets HTTP/1.1 with the headers for TLS', async () => {
  const answer = await at('plain', '/echo?a=1');
  expect(answer.status).toBe(200);
  const { headers } = JSON.parse(answer.text) as Echo;
  expect(headers).toMatchObject({
    'x-forwarded-proto': 'https',
    'x-forwarded-ssl': 'on',
    host: `127.0.0.1:${web.port}`,
  });
  expect(Object.keys(headers).filter((name) => name.startsWith(':'))).toEqual([]);
});

test('HTTP/2 from the browser: bodies are transferred in both directions', async () => {
  const up = await at('plain', '/upload', Buffer.alloc(10 * MB, 'u'));
  expect(JSON.parse(up.text)).toMatchObject({ bytes: 10 * MB });
  expect((await at('plain', `/download?bytes=${10 * MB}`)).bytes).toHaveLength(10 * MB);
});

test('HTTP/2 from the browser: long headers of an answer are accepted, and longer headers are reported', async () => {
  for (const [count, chars] of [
    [63, 1000],
    [900, 52],
  ]) {
    const { status, headers } = await at('plain', `/long-headers?count=${count}&chars=${chars}`);
    const long = Object.entries(headers).filter(
      ([name, value]) => name.startsWith('x-long') && value?.length === chars,
    );
    expect([status, long.length]).toEqual([200, count]);
  }
  const longer = await at('plain', '/long-headers?count=70&chars=1000');
  expect([longer.status, longer.text]).toEqual([502, expect.stringContaining('more than 64 kB of headers')]);
});

test('TLS to the application: an untrusted certificate is refused unless the document accepts it', async () => {
  const refused = await at('trusted', '/');
  expect([refused.status, refused.text]).toEqual([504, expect.stringMatching(/over TLS: .*certificate/i)]);
  expect((await at('any', '/x')).text).toBe('secure /x');
  expect((await at('any', '/again')).text).toBe('secure /again');
});

test('SSH to the application: requests and websockets use the tunnel through the server', async () => {
  expect((await at('far', '/echo')).status).toBe(200);
  expect((await at('far', `/download?bytes=${5 * MB}`)).bytes).toHaveLength(5 * MB);
  const user = await plain.admin();
  const socket = await socketAtApp(plain.base, await openApp(user, 'far.localhost'));
  socket.send('through');
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(data.toString()).toBe('through');
  socket.close();
});
