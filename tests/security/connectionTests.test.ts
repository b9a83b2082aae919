// Attacks on connection tests: other users' results, many at once, hostile names, slow targets, lost rights.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSshGateway } from '../support/sshGateway.ts';
import { LOGIN, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const PATH = '/sites/-current-/diagnostics/connections';
const RULES = [{ resources: ['connection_diagnostic'], verbs: ['*'] }];

type Result = { id: string; success: boolean; traces: { traceType: string; status: string; error?: string }[] };

let gateway: TerminalGateway;
/** Accepts connections, stays silent, and counts the clients. */
let tarpit: Server;
let sockets: Socket[];

beforeAll(async () => {
  sockets = [];
  tarpit = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
  });
  await once(tarpit.listen(0, '127.0.0.1'), 'listening');
  const { port } = tarpit.address() as AddressInfo;
  gateway = await startSshGateway([{ hostname: 'slow', addr: `127.0.0.1:${port}` }]);
  await gateway.admin.addRole('tester', { allow: { logins: [LOGIN], node_labels: { '*': '*' }, rules: RULES } });
  await gateway.admin.addRole('reader', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  for (const socket of sockets) socket.destroy();
  tarpit.close();
});

const node = (resource_name: unknown, more: object = {}) => ({
  resource_kind: 'node',
  resource_name,
  ssh_principal: LOGIN,
  ...more,
});
const open = () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;

test('a result is readable only by the user of the test, and only with the rule', async () => {
  const { admin } = gateway;
  const { id } = (await admin.expect('POST', PATH, node('node-1'))) as Result;
  const other = await admin.invite('other', ['tester']);
  const reader = await admin.invite('reader', ['reader']);
  expect((await admin.get(`${PATH}/${id}`)).status).toBe(200);
  expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
  expect((await reader.get(`${PATH}/${id}`)).status).toBe(403);
  expect((await reader.request('POST', PATH, node('node-1'))).status).toBe(403);
});

test('a few of a thousand simultaneous tests run, the rest are refused, and other users are served', async () => {
  const flood = await gateway.admin.invite('flood', ['tester']);
  const startedMs = performance.now();
  // 0: the gateway may close connections of callers that have not signed in.
  const all = Array.from({ length: 1000 }, () =>
    flood.request('POST', PATH, node('slow', { dial_timeout: 3e9 })).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    ),
  );
  await expect.poll(() => open()).toBeGreaterThan(0);
  const pingMs = performance.now();
  await gateway.admin.expect('GET', '/sites/-current-/nodes?limit=1');
  expect(performance.now() - pingMs).toBeLessThan(5000);
  expect(open()).toBeLessThanOrEqual(3);
  const own = (await gateway.admin.expect('POST', PATH, node('node-1'))) as Result;
  expect(own.success).toBe(true);
  const statuses = await Promise.all(all);
  expect(new Set(statuses.filter((status) => status !== 0))).toEqual(new Set([200, 429]));
  expect(performance.now() - startedMs).toBeLessThan(60_000);
  await expect.poll(() => open()).toBe(0);
});

test.each([
  '127.0.0.1:22',
  'localhost',
  '169.254.169.254',
  'user@host',
  '../../node-1',
  'a\u0000b',
  '%2e%2e',
  '<script>',
])('a name that is not a server of the inventory opens no connection: %s', async (name) => {
  const result = (await gateway.admin.expect('POST', PATH, node(name))) as Result;
  expect(result.traces).toMatchObject([{ traceType: 'CONNECTIVITY', status: 'FAILED' }]);
});

test.each([
  { resource_kind: 'node', resource_name: { a: 1 } },
  node('node-1', { dial_timeout: -1 }),
  node('node-1', { dial_timeout: '5' }),
  node('x'.repeat(301)),
  node('node-1', { insecure_skip_verify: 'yes' }),
  {
    resource_kind: 'kube_cluster',
    resource_name: 'x',
    kubernetes_impersonation: { kubernetes_groups: Array(101).fill('a') },
  },
])('a malformed request is refused: %#', async (body) => {
  expect((await gateway.admin.request('POST', PATH, body)).status).toBe(400);
});

test('a hostile login is not passed as an argument, and is escaped in the answer', async () => {
  for (const login of ['-oProxyCommand=id', '$(id)', 'root; id', '../root', '\u001b[2J']) {
    const result = (await gateway.admin.expect('POST', PATH, node('node-1', { ssh_principal: login }))) as Result;
    expect(result.traces).toMatchObject([{ traceType: 'RBAC_PRINCIPAL', status: 'FAILED' }]);
  }
});

/** Starts a test that hangs. Resolves with the status of the answer. */
async function hangingTest(person: WebClient, signal?: AbortSignal): Promise<Promise<number>> {
  const before = open();
  const answer = fetch(`${person.base}/v1/webapi${PATH}`, {
    method: 'POST',
    headers: { ...person.signedIn, 'content-type': 'application/json' },
    body: JSON.stringify(node('slow')),
    ...(signal && { signal }),
  }).then(
    ({ status }) => status,
    () => 0,
  );
  await expect.poll(() => open()).toBeGreaterThan(before);
  return answer;
}

test('a test ends if its caller disconnects, is locked or loses the role', async () => {
  const { admin } = gateway;
  const leaver = new AbortController();
  const left = await admin.invite('leaver', ['tester']);
  void hangingTest(left, leaver.signal);
  await expect.poll(() => open()).toBe(1);
  leaver.abort();
  await expect.poll(() => open()).toBe(0);

  const lockedOut = hangingTest(await admin.invite('locked', ['tester']));
  await expect.poll(() => open()).toBe(1);
  await admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'locked' }, ttl: '1m' });
  expect(await lockedOut).toBe(403);
  await expect.poll(() => open()).toBe(0);

  const demoted = hangingTest(await admin.invite('demoted', ['tester']));
  await expect.poll(() => open()).toBe(1);
  await admin.expect('PUT', '/users', { name: 'demoted', roles: ['reader'] });
  expect(await demoted).toBe(403);
  await expect.poll(() => open()).toBe(0);
});
