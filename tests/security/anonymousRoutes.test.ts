// Every endpoint that answers callers without an account, from the route table: it is limited for each address, or
// listed here, and then a refusal must store no data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Api, Guard } from '../../gateway/routes/api.ts';
import { registerRoutes } from '../../gateway/routes/routes.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

/** Refused or answered without a limit: these only read, and their answers are small. */
const UNLIMITED = [
  'DELETE mfa/token/:token/devices/:name',
  'GET auth/export',
  'GET connectionupgrade',
  'GET find',
  'GET github/callback',
  'GET github/callback/:connector',
  'GET github/login/web', // has its own limit, whose refusal is a page
  'GET mfa/token/:token/devices',
  'GET motd',
  'GET oidc/callback',
  'GET oidc/callback/:connector',
  'GET oidc/login/web',
  'GET ping',
  'GET ping/:connector',
  'GET scripts/desktop-access/:script',
  'GET scripts/desktop-access/configure/:token/configure-ad.ps1',
  'GET scripts/installer/:name',
  'GET sites/:site/auth/export',
  'GET users/password/token/:token',
  'POST host/credentials',
  'POST mfa/token/:token/authenticatechallenge',
  'POST mfa/token/:token/registerchallenge',
  'PUT users/password/token', // needs the cookie of a page and its value in a header
];

let gateway: InProcess;
beforeAll(async () => {
  gateway = await startInProcess();
  await gateway.admin();
});
afterAll(() => gateway.stop());

function anonymousRoutes(parts: Gateway): { route: string; guard: Guard }[] {
  const routes: { route: string; guard: Guard }[] = [];
  const api: Api = {
    on: (method, path, traits) => {
      const guard: Guard = typeof traits === 'string' ? traits : traits.guard;
      if (!guard.includes('session')) routes.push({ route: `${method} ${path}`, guard });
    },
    socket: () => undefined, // by its type, all of them require a sign-in
  };
  registerRoutes(api, parts);
  return routes;
}

test('every anonymous endpoint has a limit per address, or is listed as one that needs none', () => {
  const unlimited = anonymousRoutes(gateway.app.gateway).flatMap(({ route, guard }) =>
    guard.includes('limited') ? [] : [route],
  );
  expect(unlimited.sort()).toEqual(UNLIMITED);
});

/** Number of writes of a connection so far, to any table. */
const changes = () => gateway.app.gateway.stores.db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;

test.each(UNLIMITED)('100 calls of %s write at most 5 rows', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const csrf = 'a'.repeat(64);
  const call = (n: number) =>
    gateway.app.server.inject({
      method: method as 'GET',
      url: `/v1/webapi/${path.replaceAll(/:\w+/g, `made-up-${n}`)}`,
      remoteAddress: '198.51.100.7',
      headers: {
        host: 'localhost:3080',
        'content-type': 'application/json',
        cookie: `__Host-grv_csrf=${csrf}; __Host-session=7b7d`,
        'x-csrf-token': csrf,
      },
      ...(method !== 'GET' && { payload: JSON.stringify({ token: `made-up-${n}`, password: 'bWFkZSB1cA==' }) }),
    });
  const before = changes();
  for (let n = 0; n < 100; n += 1) expect((await call(n)).statusCode).not.toBe(500);
  expect(changes() - before).toBeLessThanOrEqual(5); // refusals of a callback, until they are merged
});
