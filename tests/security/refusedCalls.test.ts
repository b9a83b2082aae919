// L7: the log names the refused user, on every route and at every guard.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { withRouteTable, type TableRoute } from '../support/routeTable.ts';

type Line = { level: number; msg: string; user?: string; status: number; req: { method: string; route?: string } };
const INFO = 30;
const WARN = 40;

let lines: Line[] = [];
let gateway: InProcess;
let routes: TableRoute[];
let admin: ApiClient;
let bob: ApiClient;

beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const table = await withRouteTable(() => startInProcess({}, undefined, { logStream }));
  gateway = table.started;
  routes = table.routes.filter(({ url }) => /^\/webapi\/(?!.*sessions\/web)/.test(url));
  admin = await gateway.admin();
  const content = 'kind: role\nversion: v6\nmetadata: { name: nothing }\nspec: { allow: {}, deny: {} }\n';
  expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
  bob = await gateway.user(admin, 'bob', ['nothing']);
});
afterAll(() => gateway.stop());
beforeEach(() => (lines = []));

const last = (): Line | undefined => lines.at(-1);
const pathOf = ({ url }: TableRoute) => `/v1${url.replace(':site', '-current-').replaceAll(/:\w+/g, 'x')}`;

test('L7: a refused write is logged as a warning with user, method, route and status', async () => {
  await bob.call('POST', 'roles', { content: 'kind: role\nversion: v6\nmetadata: { name: own }\nspec: {}\n' });
  expect(last()).toMatchObject({
    level: WARN,
    msg: 'refused',
    user: 'bob',
    status: 403,
    req: { method: 'POST', route: '/webapi/roles' },
  });
});

test('L7: a refused call of any route is logged with its user', async () => {
  let guarded = 0;
  for (const route of routes) {
    const anonymous = await gateway.client().send({ method: route.method, path: pathOf(route) });
    if (!anonymous.text.includes('missing session cookie')) continue;
    guarded += 1;
    lines = [];
    const body = route.method === 'GET' ? {} : { body: {} };
    const { status } = await bob.send({ method: route.method, path: pathOf(route), headers: bob.signedIn, ...body });
    if (status === 403) expect(last(), route.url).toMatchObject({ user: 'bob', status, req: { route: route.url } });
  }
  expect(guarded).toBeGreaterThan(80);
});

test('L7: a refusal by a guard is logged with the user if the cookie identifies the user', async () => {
  await bob.send({ method: 'GET', path: '/v1/webapi/users', headers: { ...bob.signedIn, authorization: 'Bearer x' } });
  expect(last()).toMatchObject({ user: 'bob', status: 403 });
  await admin.call('PUT', 'sites/-current-/locks', { targets: { user: 'bob' } });
  await bob.call('GET', 'users');
  expect(last()).toMatchObject({ user: 'bob', status: 403 });
  const { json } = await admin.call('GET', 'sites/-current-/locks');
  for (const { name } of json as { name: string }[]) await admin.call('DELETE', `sites/-current-/locks/${name}`);
});

test('no user is logged without proof of a session', async () => {
  const claim = Buffer.from(JSON.stringify({ user: 'admin', sid: '0'.repeat(64) })).toString('hex');
  for (const cookie of [`__Host-session=${claim}`, '__Host-session=zz', '']) {
    await gateway.client().send({ method: 'GET', path: '/v1/webapi/users', headers: { cookie } });
    expect(last()).toMatchObject({ level: INFO, status: 403, msg: 'answered' });
    expect(last()).not.toHaveProperty('user');
  }
});

test('an answered call is logged with its user', async () => {
  await admin.call('GET', 'users');
  expect(last()).toMatchObject({ level: INFO, user: 'admin', status: 200, msg: 'answered' });
});

test('the warnings of one user are limited and do not suppress those of other users', async () => {
  const carol = await gateway.user(admin, 'carol', ['nothing']);
  lines = [];
  for (let i = 0; i < 200; i += 1) await bob.call('GET', 'users');
  await carol.call('GET', 'users');
  const warnings = (user: string) => lines.filter((line) => line.user === user && line.level === WARN).length;
  expect(lines.filter(({ user }) => user === 'bob')).toHaveLength(200);
  expect(warnings('bob')).toBeLessThanOrEqual(60); // in two minutes, one of which is ending
  expect(warnings('carol')).toBe(1);
});
