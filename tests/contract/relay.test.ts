// Cluster mode from end to end: our console in front of another gateway with a self-signed certificate.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseYaml } from '../../src/wire/yaml.ts';
import { serveSelfSigned } from '../support/certificate.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { LOGIN, SIZE } from '../support/terminalGateway.ts';
import { WebClient } from '../support/webClient.ts';

const CONFIG = `
cluster_name: far.example.test
auth: { second_factor: 'off' }
admin: { name: admin, logins: ['${LOGIN}'] }
node: { name: node-1, labels: { env: dev } }
`;

let dir: string;
let clusterArgs: string[];
let cluster: Gateway;
let relay: Gateway;
let admin: WebClient;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-relay-'));
  clusterArgs = serveSelfSigned(dir);
  cluster = await startGateway({ config: CONFIG, args: clusterArgs });
  relay = await startGateway({ args: ['--cluster', cluster.base, '--insecure'] });
  admin = await WebClient.ofInvite(relay.base, inviteToken(cluster), 'admin');
}, 240_000);
afterAll(async () => {
  await relay.stop();
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
});

const inviteToken = ({ invite = '' }: Gateway): string => new URL(invite).pathname.split('/').at(-1) ?? '';

test('the cluster uses TLS, the relay does not, and both print their addresses', () => {
  expect(cluster.base).toMatch(/^https:/);
  expect(relay.base).toMatch(/^http:/);
  expect(relay.invite).toBeUndefined();
});

describe('the console’s page', () => {
  test('is our page with the session of the cluster', async () => {
    const page = await fetch(`${relay.base}/web`, { headers: { cookie: admin.cookie } });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toMatch(/name="grv_csrf_token"\s+content="[0-9a-f]+"/);
    const bearer = /name="grv_bearer_token"\s+content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(JSON.parse(Buffer.from(bearer, 'base64').toString('utf8'))).toMatchObject({ type: 'Bearer' });
  });

  test('has the cookies of the contract with the flags of the cluster', async () => {
    const page = await fetch(`${relay.base}/web/login`);
    expect(page.headers.getSetCookie().join('\n')).toMatch(/^__Host-grv_csrf=[0-9a-f]+;.*Secure/m);
  });
});

test('lists are those of the cluster', async () => {
  const { items, totalCount } = await admin.expect('GET', '/sites/far.example.test/nodes?limit=10&sort=hostname:asc');
  expect(totalCount).toBe(1);
  expect(items).toMatchObject([{ hostname: 'node-1', siteId: 'far.example.test', sshLogins: [LOGIN] }]);
});

test('a role that is written through the relay is stored in the cluster', async () => {
  const content = 'kind: role\nversion: v6\nmetadata:\n  name: through\nspec:\n  allow:\n    logins: [ubuntu]\n';
  expect(await admin.expect('POST', '/roles', { content })).toMatchObject({ id: 'role:through', name: 'through' });
  const again = await admin.request('POST', '/roles', { content });
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { error: { message: 'resource with name "through" already exists' } },
  ]);
  const roles: { name: string; content: string }[] = await admin.expect('GET', '/roles');
  expect(parseYaml(roles.find(({ name }) => name === 'through')?.content ?? '')).toMatchObject({
    value: { spec: { allow: { logins: ['ubuntu'] } } },
  });
});

test('a body of almost a megabyte is relayed completely', async () => {
  const name = 'big';
  const content = `kind: role\nversion: v6\nmetadata: { name: ${name} }\n# ${'x'.repeat(900_000)} the end\n`;
  expect(await admin.expect('POST', '/roles', { content })).toMatchObject({ name, content });
});

describe('a terminal', () => {
  test('runs in a shell of the cluster', async () => {
    const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=10&sort=hostname:asc');
    const terminal = admin.terminal({ login: LOGIN, server_id: items[0].id, term: SIZE });
    onTestFinished(() => terminal.drop());
    expect(await terminal.opened).toBeUndefined();
    expect(await terminal.session()).toMatchObject({ cluster_name: 'far.example.test', login: LOGIN });
    terminal.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
    await terminal.sees('ready> ');
    terminal.type('echo $((6*7))-through; exit\r');
    await terminal.sees('42-through');
    await terminal.closed;
    expect(terminal.of('c')).toHaveLength(1);
  });

  test('prints a hundred thousand lines without loss', async () => {
    const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=10&sort=hostname:asc');
    const terminal = admin.terminal({ login: LOGIN, server_id: items[0].id, term: SIZE });
    onTestFinished(() => terminal.drop());
    expect(await terminal.opened).toBeUndefined();
    terminal.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
    await terminal.sees('ready> ');
    terminal.type('seq 1 100000; echo do""ne\r');
    const output = await terminal.sees('done');
    expect(output.match(/^\d+\r$/gm)?.length).toBe(100_000);
  });

  test('that the cluster refuses is refused with 403', async () => {
    const terminal = admin.terminal({ login: LOGIN, server_id: 'x', term: SIZE }, { token: 'wrong' });
    expect((await terminal.opened)?.status).toBe(403);
  });
});

test('a sign-out ends the session of the cluster', async () => {
  const other = new WebClient(relay.base);
  await other.signIn('admin');
  expect((await other.get('/user/status')).status).toBe(200);
  await other.signOut();
  expect((await other.get('/user/status')).status).toBe(403);
});

test('a stopped cluster results in a 504 of the contract, and the page opens', async () => {
  const passing = await startGateway({ config: CONFIG, args: clusterArgs });
  const before = await startGateway({ args: ['--cluster', passing.base, '--insecure'] });
  onTestFinished(() => before.stop().then(() => undefined));
  expect((await fetch(`${before.base}/v1/webapi/ping`)).status).toBe(200);
  await passing.stop();
  const answer = await fetch(`${before.base}/v1/webapi/ping`);
  expect([answer.status, await answer.json()]).toMatchObject([504, { error: { message: expect.any(String) } }]);
  const page = await fetch(`${before.base}/web`);
  expect([page.status, page.headers.get('content-type')]).toEqual([503, expect.stringContaining('text/html')]);
});

test('without --insecure the self-signed certificate is refused, and startup reports it', async () => {
  const careful = await startGateway({ args: ['--cluster', cluster.base] });
  onTestFinished(() => careful.stop().then(() => undefined));
  await expect.poll(careful.log, { timeout: 20_000 }).toMatch(/--insecure/);
  expect((await fetch(`${careful.base}/v1/webapi/ping`)).status).toBe(504);
});
