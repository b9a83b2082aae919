// A client without an account may begin a sign-in through a provider: this costs no memory, and affects neither the
// provider nor the sign-ins of others.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { CSRF_COOKIE } from '../../src/wire/constants.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { startGateway } from '../support/gateway.ts';
import { UNREACHABLE_GITHUB } from '../support/githubServer.ts';
import { SsoBrowser } from '../support/ssoBrowser.ts';

const oidc = (issuer: string) => `kind: oidc
version: v3
metadata: { name: corp }
spec:
  issuer_url: ${issuer}
  client_id: postern
  client_secret: secret
  redirect_url: http://localhost:3080/v1/webapi/oidc/callback
  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]
`;
const START = '/v1/webapi/github/login/web?connector_id=gh&redirect_url=';
const FAILED = '/web/msg/error/login';
const PROVIDER = 'http://127.0.0.1:9/';

let gateway: InProcess | undefined;
let provider: Server | undefined;
afterEach(async () => {
  await gateway?.stop();
  provider?.close();
  provider?.closeAllConnections();
  gateway = provider = undefined;
});

async function started(): Promise<{ gateway: InProcess; admin: ApiClient }> {
  gateway = await startInProcess();
  const admin = await gateway.admin();
  expect((await admin.call('POST', 'github', { content: UNREACHABLE_GITHUB })).status).toBe(200);
  return { gateway, admin };
}

const locationOf = async (client: ApiClient, path: string, csrf: string): Promise<string> => {
  const { headers } = await client.send({ method: 'GET', path, headers: { cookie: `${CSRF_COOKIE}=${csrf}` } });
  return headers.location ?? '';
};

/** Starts of a client at `remoteAddress`. Resolves with how many were redirected to the provider. */
async function flood({ app }: InProcess, remoteAddress: string, count: number): Promise<number> {
  let begun = 0;
  for (let n = 0; n < count; n += 1) {
    const { headers } = await app.server.inject({
      url: `${START}/web`,
      remoteAddress,
      headers: { host: 'localhost:3080', cookie: `${CSRF_COOKIE}=${'a'.repeat(64)}` },
    });
    if (String(headers.location).startsWith(PROVIDER)) begun += 1;
  }
  return begun;
}

describe('a sign-in through a provider that a client without an account begins', () => {
  test('H1: takes no memory for a long address: 500 starts of 900 kB each fit a heap of 192 MB', async () => {
    const running = await startGateway({
      config: 'auth: { second_factor: "off" }\n',
      env: { NODE_OPTIONS: '--max-old-space-size=192' },
    });
    try {
      const admin = new ApiClient(running.base);
      await admin.accept(running.invite?.split('/').at(-1) ?? '', PASSWORD);
      expect((await admin.call('POST', 'github', { content: UNREACHABLE_GITHUB })).status).toBe(200);
      const path = `${START}${'a'.repeat(900_000)}`;
      const cookie = `${CSRF_COOKIE}=${'a'.repeat(64)}`;
      const attacker = new ApiClient(running.base);
      for (let n = 0; n < 500 && running.process.exitCode === null; n += 1) {
        await attacker.send({ method: 'GET', path, headers: { cookie } }).catch(() => undefined);
      }
      expect(running.process.exitCode).toBe(null);
      expect((await admin.call('GET', 'user/status')).status).toBe(200);
    } finally {
      await running.stop();
    }
  }, 240_000);

  test('H1: is refused if the gateway cannot have set the anti-forgery cookie', async () => {
    const { gateway } = await started();
    const client = gateway.client();
    for (const csrf of ['zz', 'a'.repeat(63), 'a'.repeat(10_000)]) {
      expect(await locationOf(client, `${START}/web`, csrf)).toBe(FAILED);
    }
    expect(await locationOf(client, `${START}/web`, 'a'.repeat(64))).toContain(PROVIDER);
  });

  test('H1: is limited per address', async () => {
    const { gateway } = await started();
    expect(await flood(gateway, '198.51.100.1', 400)).toBeLessThan(150);
    expect(await flood(gateway, '198.51.100.2', 1)).toBe(1);
    gateway.pass(60_000);
    expect(await flood(gateway, '198.51.100.1', 1)).toBe(1);
  });

  test('H1: is not displaced by those of another address', async () => {
    const { gateway } = await started();
    const victim = await SsoBrowser.open(gateway.client(), 'github', 'gh');
    const state = new URL(await victim.begin()).searchParams.get('state') ?? '';
    await flood(gateway, '198.51.100.1', 20_001);
    const { headers } = await gateway.app.server.inject({
      url: `/v1/webapi/github/callback?error=access_denied&state=${state}`,
      remoteAddress: '192.0.2.1',
      headers: { host: 'localhost:3080', cookie: victim.client.cookieHeader },
    });
    expect(headers['content-type']).toContain('text/html');
    const errors = gateway.app.gateway.stores.events
      .page({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, order: 'desc', limit: 1 })
      .events.map(({ error }) => error);
    expect(errors).toEqual(['the provider answered: access_denied']);
  }, 120_000);
});

describe('a provider that does not answer', () => {
  /** Counts its requests, and sends only failures. */
  async function deadProvider(): Promise<{ issuer: string; asked: () => number }> {
    let asked = 0;
    provider = createServer((_request, response) => {
      asked += 1;
      setTimeout(() => response.writeHead(500).end(), 50);
    });
    await new Promise<void>((ready) => provider?.listen(0, '127.0.0.1', ready));
    const { port } = provider.address() as AddressInfo;
    return { issuer: `http://127.0.0.1:${port}`, asked: () => asked };
  }

  test('L12: is called once for many starts, and again after half a minute', async () => {
    const { gateway, admin } = await started();
    const { issuer, asked } = await deadProvider();
    expect((await admin.call('POST', 'postern/connectors', { content: oidc(issuer) })).status).toBe(200);
    const client = gateway.client();
    const start = () =>
      locationOf(client, '/v1/webapi/oidc/login/web?connector_id=corp&redirect_url=/web', 'a'.repeat(64));
    expect(await Promise.all(Array.from({ length: 10 }, start))).toEqual(Array(10).fill(FAILED));
    const once = asked();
    expect(once).toBeLessThanOrEqual(2); // two documents at most: the library tries a second address
    for (let n = 0; n < 5; n += 1) expect(await start()).toBe(FAILED);
    expect(asked()).toBe(once);
    gateway.pass(31_000);
    await start();
    expect(asked()).toBe(once * 2);
  });

  test.each([
    ['without end', endless],
    ['of a million values', (response: ServerResponse) => void response.end(`[${'0,'.repeat(1_000_000)}0]`)],
  ])('an answer %s is read only up to the limit', async (_what, answer) => {
    const { gateway, admin } = await started();
    provider = createServer((_request, response) => answer(response.setHeader('content-type', 'application/json')));
    await new Promise<void>((ready) => provider?.listen(0, '127.0.0.1', ready));
    const { port } = provider.address() as AddressInfo;
    const content = oidc(`http://127.0.0.1:${port}`);
    expect((await admin.call('POST', 'postern/connectors', { content })).status).toBe(200);
    const path = '/v1/webapi/oidc/login/web?connector_id=corp&redirect_url=/web';
    expect(await locationOf(gateway.client(), path, 'a'.repeat(64))).toBe(FAILED);
    const { events } = gateway.app.gateway.stores.events.page({ fromMs: 0, toMs: 4e12, order: 'desc', limit: 1 });
    expect(events[0]?.['error']).toContain('the answer is too long');
  });
});

/** Writes as long as the other side reads. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}
