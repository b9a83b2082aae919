// The length of a compressed answer with a secret and an attacker's text reveals the secret (BREACH).
import Fastify, { type FastifyInstance } from 'fastify';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUpgrades } from '../../gateway/http/upgrades.ts';
import { RateLimit } from '../../gateway/http/rateLimit.ts';
import { createApi, type Api } from '../../gateway/routes/api.ts';
import { registerRoutes } from '../../gateway/routes/routes.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

type Route = { method: string; path: string; traits: Parameters<Api['on']>[2] };

/** Every endpoint that may be compressed. Add a new endpoint only if its answers cannot contain a secret. */
const COMPRESSED = [
  'GET postern/documents/:kind',
  'GET postern/documents/:kind/:name',
  'GET postern/history/:kind',
  'GET postern/history/:kind/:name',
  'GET postern/history/:kind/:name/:revision',
  'GET postern/sites/:site/kubernetes/:cluster/events',
  'GET postern/sites/:site/kubernetes/:cluster/namespaces',
  'GET postern/sites/:site/kubernetes/:cluster/pods',
  'GET postern/sites/:site/kubernetes/:cluster/pods/:namespace/:pod',
  'GET postern/usage',
  'GET roles',
  'GET sites/:site/apps',
  'GET sites/:site/databases',
  'GET sites/:site/databaseservices',
  'GET sites/:site/desktops',
  'GET sites/:site/desktopservices',
  'GET sites/:site/events/facets',
  'GET sites/:site/events/histogram',
  'GET sites/:site/events/search',
  'GET sites/:site/events/search/sessions',
  'GET sites/:site/kubernetes',
  'GET sites/:site/locks',
  'GET sites/:site/nodes',
  'GET sites/:site/sessions',
  'GET sites/:site/sessions/:sid/desktop',
  'GET sites/:site/sessions/:sid/events',
  'GET sites/:site/user-groups',
  'GET users',
  'POST postern/documents/:kind',
  'POST roles',
  'PUT postern/documents/:kind/:name',
  'PUT roles/:name',
];

/** Endpoints whose answers contain bearer tokens, keys, links, codes, or names that grant access. */
const SECRET = [
  'POST sessions/web',
  'POST sessions/web/renew',
  'POST mfa/login/finishsession',
  'POST mfa/login/begin',
  'POST mfa/login/finish',
  'POST ssh/certs',
  'POST users/privilege/token',
  'POST users/password/token',
  'GET users/password/token/:token',
  'PUT users/password/token',
  'POST mfa/authenticatechallenge',
  'POST mfa/authenticatechallenge/password',
  'POST mfa/token/:token/registerchallenge',
  'POST postern/recovery',
  'POST postern/recovery/codes',
  'POST token',
  'POST sites/:site/sign/db',
  'POST trustedclusters/validate',
  'GET trustedcluster',
  'GET github',
  'GET postern/connectors',
  'GET postern/inventory',
  'GET scripts/desktop-access/configure/:token/configure-ad.ps1',
  'GET sites/:site/nodes/:server/:login/archive',
  'GET sites/:site/nodes/:server/:login/scp',
];

/** Kinds of documents that may contain a secret. */
const SECRET_KINDS = ['token', 'github', 'oidc', 'trusted_cluster', 'kube_cluster'];

let gateway: InProcess;
const routes: Route[] = [];

beforeAll(async () => {
  const inventory = Array.from({ length: 100 }, (_, i) => ({
    kind: 'node' as const,
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { labels: { env: 'prod', team: `team-${i % 7}` } },
    spec: { hostname: `web-${i}.example.test`, addr: `10.0.0.${i}:22` },
  }));
  gateway = await startInProcess({ inventory });
  registerRoutes(
    {
      on: (method, path, traits) => void routes.push({ method, path, traits }),
      socket: () => undefined,
    },
    gateway.app.gateway,
  );
});
afterAll(() => gateway.stop());

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const isCompressed = ({ traits }: Route): boolean => typeof traits !== 'string';

describe('endpoints', () => {
  test('declare compression only if they are in the list', () => {
    expect(routes.filter(isCompressed).map(nameOf).sort()).toEqual(COMPRESSED);
  });
  test('do not declare compression if they return a secret', () => {
    expect(SECRET.filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual([]);
    expect(SECRET.filter((name) => COMPRESSED.includes(name))).toEqual([]);
  });
});

describe('an answer of 20 kB', () => {
  const BIG = { items: Array.from({ length: 400 }, (_, i) => ({ name: `web-${i}`, env: 'prod', team: 'core' })) };
  let server: FastifyInstance;

  /** The same endpoints with the same declarations, but each returns the same large answer to every caller. */
  beforeAll(async () => {
    server = Fastify();
    const parts = {
      ...gateway.app.gateway,
      limit: new RateLimit(() => gateway.nowMs()),
      answerLimit: new RateLimit(() => gateway.nowMs()),
      upgrades: createUpgrades(server),
    };
    const api = createApi(server, { ...parts, clusterName: () => 'example.test' });
    for (const { method, path, traits } of routes) {
      const open = typeof traits === 'string' ? 'public' : { ...traits, guard: 'public' as const };
      api.on(method as 'GET', path, open, () => BIG);
    }
    await server.ready();
  });
  afterAll(() => server.close());

  const ask = async (route: Pick<Route, 'method' | 'path'>, kind: string, headers: Record<string, string> = {}) => {
    const url = `/webapi/${route.path.replace(':kind', kind).replaceAll(/:\w+/g, 'x')}`;
    const answer = await server.inject({ method: route.method as 'GET', url, headers });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer;
  };

  test('is compressed only if the endpoint declares it', async () => {
    for (const route of routes) {
      const { headers, rawPayload } = await ask(route, 'role', { 'accept-encoding': 'gzip, deflate, br' });
      const name = nameOf(route);
      const encoding = COMPRESSED.includes(name) ? 'br' : undefined;
      expect([name, headers['content-encoding'], headers.vary]).toEqual([
        name,
        encoding,
        encoding && 'Accept-Encoding',
      ]);
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(JSON.parse((encoding ? brotliDecompressSync(rawPayload) : rawPayload).toString())).toEqual(BIG);
    }
  });
  test.each(SECRET_KINDS)('is never compressed for documents of the kind %s', async (kind) => {
    for (const route of routes.filter(({ path }) => path.includes(':kind') && path.startsWith('postern/'))) {
      const { headers } = await ask(route, kind, { 'accept-encoding': 'br' });
      expect([nameOf(route), headers['content-encoding']]).toEqual([nameOf(route), undefined]);
    }
  });
  test('has the same headers and bytes for clients that do not accept compression', async () => {
    const plain = await ask({ method: 'GET', path: 'users' }, '');
    const never = await ask({ method: 'GET', path: 'github' }, '');
    const { date: _plain, ...plainHeaders } = plain.headers;
    const { date: _never, ...neverHeaders } = never.headers;
    expect(plainHeaders).toEqual(neverHeaders);
    expect(plain.body).toBe(never.body);
  });
});

describe('the running gateway', () => {
  let admin: ApiClient;
  beforeAll(async () => {
    admin = await gateway.admin();
  });
  const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

  test('compresses a list with an encoding that the client accepts', async () => {
    const url = '/v1/webapi/sites/-current-/nodes?limit=500&sort=name:asc';
    const get = (headers: Record<string, string>) =>
      fetch(`${gateway.base}${url}`, { headers: { ...admin.signedIn, ...headers } });
    const plain = await admin.send({ method: 'GET', path: url, headers: admin.signedIn });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const answer = await get(accepting(encoding));
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.json()).toEqual(plain.json);
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
    }
    expect((await get(accepting('br;q=0, identity'))).headers.get('content-encoding')).toBeNull();
  });
  test('never compresses pages with a bearer token', async () => {
    for (const path of ['/web', '/web/login', '/v1/webapi/ping']) {
      const headers = { cookie: admin.cookieHeader, ...accepting('br, gzip') };
      const answer = await admin.send({ method: 'GET', path, headers });
      expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 200, undefined]);
    }
    const page = await admin.openPage();
    expect(page.text).toMatch(/name="grv_bearer_token" content="\w/);
  });
  test('compresses the public settings for clients that accept it', async () => {
    const plain = await admin.send({ method: 'GET', path: '/web/config.js' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await fetch(`${gateway.base}/web/config.js`, { headers: accepting('br') });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await packed.text()).toBe(plain.text);
  });
});
