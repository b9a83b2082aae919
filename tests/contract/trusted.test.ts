// Trusted clusters: the recorded answers, and a root cluster on loopback that accepts a token.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { replayGroup } from '../support/replay.ts';
import { startRootCluster, type RootCluster } from '../support/rootCluster.ts';

replayGroup('trusted', {
  // In the records the cluster names its own address as the root cluster.
  adjust: Object.fromEntries(
    ['create-disabled', 'create-own-name', 'create-duplicate'].map((id) => [
      `trusted.${id}`,
      ({ gateway }, { body }) => ({
        body: JSON.parse(JSON.stringify(body).replaceAll('localhost:15080', new URL(gateway.base).host)) as unknown,
      }),
    ]),
  ),
});
replayGroup('integrations');

const TOKEN = 'joins-clusters-0123456789';
const ROOT = 'root.example.test';

let gateway: InProcess;
let admin: ApiClient;
let root: RootCluster;

beforeEach(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  root = await startRootCluster(ROOT, TOKEN);
});
afterEach(async () => {
  root.server.close();
  await gateway.stop();
});

type Sent = { name?: string; enabled?: boolean; token?: string; local?: string; address?: string };

const text = ({ name = ROOT, enabled = true, token = TOKEN, local = 'access', address = root.address }: Sent = {}) =>
  `# trusted since the merger
kind: trusted_cluster
version: v2
metadata: { name: ${name} }
spec:
  enabled: ${enabled}
  token: ${token}
  web_proxy_addr: ${address}
  role_map: [{ remote: access, local: [${local}] }] # reviewed
`;

const create = (sent?: Sent) => admin.call('POST', 'trustedcluster', { content: text(sent) });
const update = (sent?: Sent) => admin.call('PUT', `trustedcluster/${sent?.name ?? ROOT}`, { content: text(sent) });
const listed = async () => (await admin.call('GET', 'trustedcluster')).json as { name: string; content: string }[];

test('the other cluster is called, gets our authorities, and its name is that of the trust', async () => {
  expect(await create({ name: 'merger' })).toMatchObject({ status: 200, json: { name: 'merger' } });
  expect(await listed()).toEqual([
    {
      id: `trusted_cluster:${ROOT}`,
      kind: 'trusted_cluster',
      name: ROOT,
      content: text().replace(TOKEN, '""'),
    },
  ]);
  const [question] = root.asked as { token: string; certificate_authorities: string[] }[];
  const sent = question?.certificate_authorities.map((one) => Buffer.from(one, 'base64').toString()) ?? [];
  expect(question?.token).toBe(TOKEN);
  expect(sent).toHaveLength(2);
  expect(sent.join()).toContain('"cluster_name":"example.test"');
  expect(sent.join()).not.toMatch(/PRIVATE/);
});

test('no answer and no revision contains the token', async () => {
  await create();
  const { stores } = gateway.app.gateway;
  expect(JSON.stringify([await listed(), stores.revisions.list('trusted_cluster', ROOT)])).not.toContain(TOKEN);
});

test('an administrator of trusted clusters sees an alert about the missing tunnel', async () => {
  const alerts = async (client: ApiClient) =>
    JSON.stringify((await client.call('GET', 'sites/example.test/alerts')).json);
  const other = await gateway.user(admin, 'ada');
  await create();
  expect(await alerts(admin)).toContain(`The cluster ${ROOT} is trusted, but`);
  expect(await alerts(other)).toContain('null');
  await update({ enabled: false });
  expect(await alerts(admin)).toContain('null');
});

test('an update may change only the role map and the state, with or without the token', async () => {
  await create();
  expect(await update({ local: 'auditor' })).toMatchObject({ status: 200 });
  expect(await update({ enabled: false, token: '""' })).toMatchObject({ status: 200 });
  expect(await update({ enabled: false, token: '""' })).toMatchObject({ status: 409 });
  expect(await update({ token: 'another' })).toMatchObject({ status: 400 });
  expect(await update({ address: 'elsewhere.test:443' })).toMatchObject({ status: 400 });
  expect(await update({ local: 'no-such-role' })).toMatchObject({ status: 404 });
  expect((await listed())[0]?.content).toContain('enabled: false');
});

test('two concurrent changes are both applied', async () => {
  await create();
  const both = await Promise.all([update({ local: 'auditor' }), update({ local: 'editor' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(gateway.app.gateway.stores.revisions.list('trusted_cluster', ROOT)).toHaveLength(3);
});

test('an invalid document is refused before the root cluster is called', async () => {
  expect(await create({ local: 'no-such-role' })).toMatchObject({ status: 404 });
  expect(await create({ local: '' })).toMatchObject({ status: 400 });
  expect(await create({ address: 'user@host/path' })).toMatchObject({ status: 400 });
  expect(root.asked).toEqual([]);
});

test('an invalid answer is reported, and nothing is stored', async () => {
  root.server.removeAllListeners('request');
  root.server.on('request', (_request, response) => response.end('<h1>hello</h1>'));
  expect(await create()).toMatchObject({ status: 400 });
  root.server.removeAllListeners('request');
  root.server.on('request', (_request, response) => response.writeHead(404).end('not here'));
  expect((await create()).status).toBe(504);
  root.server.removeAllListeners('request');
  root.server.on('request', (request) => request.socket.destroy());
  expect((await create()).status).toBe(504);
  expect(await listed()).toEqual([]);
});

test.each([
  ['a name with a slash', ['a/b']],
  ['a name of several lines', ['a\nb']],
  ['a name of 100,000 characters', ['x'.repeat(100_000)]],
  ['more authorities than a cluster has', Array.from({ length: 17 }, () => ROOT)],
])('an answer with %s is refused, and nothing is stored', async (_, names) => {
  const sent = names.map((name) => Buffer.from(JSON.stringify({ spec: { cluster_name: name } })).toString('base64'));
  const body = JSON.stringify({ certificate_authorities: sent });
  root.server.removeAllListeners('request');
  root.server.on('request', (_request, response) => response.end(body));
  expect(await create()).toMatchObject({ status: 400 });
  expect(await listed()).toEqual([]);
});

test('trust in the own cluster is refused', async () => {
  root.server.close();
  root = await startRootCluster('example.test', TOKEN);
  expect(await create()).toMatchObject({ status: 400 });
});

test('a removed trust is not listed, and its revisions are kept', async () => {
  await create();
  expect(await admin.call('DELETE', `trustedcluster/${ROOT}`)).toMatchObject({ status: 200 });
  expect(await listed()).toEqual([]);
  expect(gateway.app.gateway.stores.revisions.list('trusted_cluster', ROOT)).toHaveLength(2);
});

test('a user without the rights gets 403 for trusted clusters and integrations', async () => {
  const other = await gateway.user(admin, 'ada');
  const calls = await Promise.all([
    other.call('GET', 'trustedcluster'),
    other.call('POST', 'trustedcluster', { content: text() }),
    other.call('PUT', `trustedcluster/${ROOT}`, { content: text() }),
    other.call('DELETE', `trustedcluster/${ROOT}`),
    other.call('GET', 'sites/example.test/integrations'),
    other.call('POST', 'sites/example.test/integrations', {
      name: 'x',
      subKind: 'aws-oidc',
      awsoidc: { roleArn: 'a' },
    }),
    other.call('DELETE', 'sites/example.test/integrations/x'),
  ]);
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 403));
  expect(root.asked).toEqual([]);
});

test('the thumbprint of an address without TLS is refused with 501', async () => {
  expect(await admin.call('GET', 'thumbprint')).toMatchObject({ status: 501 });
});
