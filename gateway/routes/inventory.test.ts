// Inventory lists over HTTP: what each list shows to which user, and documents that become part of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileInventoryItem } from '../config/fileConfig.ts';
import type { ApiClient } from '../../tests/support/ApiClient.ts';
import { startInProcess, type InProcess } from '../../tests/support/appInProcess.ts';

const INVENTORY: FileInventoryItem[] = [
  { kind: 'app', version: 'v3', metadata: { name: 'plain' }, spec: { uri: 'http://127.0.0.1:1' } },
  { kind: 'app', version: 'v3', metadata: { name: 'api' }, spec: { cloud: 'GCP' } },
  {
    kind: 'app',
    version: 'v3',
    metadata: { name: 'aws', labels: { aws_account_id: '123456789012' } },
    spec: { uri: 'https://console.aws.amazon.com/home', public_addr: 'aws.localhost' },
  },
  { kind: 'kube_cluster', version: 'v3', metadata: { name: 'eu-1', labels: { env: 'dev' } } },
  {
    kind: 'db',
    version: 'v3',
    metadata: { name: 'static', labels: { env: 'dev' } },
    spec: { protocol: 'postgres', uri: 'static.example.test:5432' },
  },
  { kind: 'windows_desktop', version: 'v3', metadata: { name: 'lab-1' }, spec: { addr: '10.0.0.1:3389' } },
  { kind: 'db_service', metadata: { name: 'agent' }, spec: { resources: [{ labels: { env: ['dev', 'qa'] } }] } },
  { kind: 'user_group', metadata: { name: '00g1', description: 'Engineers', labels: { team: 'core' } } },
];

const ROLE = `
kind: role
version: v6
metadata: { name: reach }
spec:
  allow:
    app_labels: { '*': '*' }
    aws_role_arns: ['arn:aws:iam::123456789012:role/team/ReadOnly', 'arn:aws:iam::999999999999:role/Other']
    kubernetes_labels: { '*': '*' }
    kubernetes_users: [dev]
    kubernetes_groups: [viewers]
    db_labels: { '*': '*' }
    db_users: [alice]
    db_names: ['*']
    windows_desktop_labels: { '*': '*' }
    windows_desktop_logins: [Administrator]
    group_labels: { '*': '*' }
    rules: [{ resources: [user_group], verbs: [list, read] }]
`;

let gateway: InProcess;
let admin: ApiClient;
let ann: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({ inventory: INVENTORY });
  admin = await gateway.admin();
  await admin.call('POST', 'roles', { content: ROLE });
  ann = await gateway.user(admin, 'ann', ['reach']);
});
afterAll(() => gateway.stop());

const items = async (client: ApiClient, list: string) =>
  ((await client.call('GET', `sites/-current-/${list}`)).json as { items: Record<string, unknown>[] }).items;
const names = async (client: ApiClient, list: string) => (await items(client, list)).map(({ name }) => name);
const database = (name: string, labels: { name: string; value: string }[] = []) => ({
  name,
  protocol: 'postgres',
  uri: `${name}.example.test:5432`,
  labels,
});

test('an application has the URL for browsers, and only the AWS roles of its account', async () => {
  const [api, aws, plain] = await items(ann, 'apps');
  expect(api).toMatchObject({ uri: 'cloud://GCP', awsConsole: false });
  expect(aws).toMatchObject({
    awsConsole: true,
    awsRoles: [{ name: 'team/ReadOnly', display: 'ReadOnly', arn: 'arn:aws:iam::123456789012:role/team/ReadOnly' }],
  });
  expect(plain).toMatchObject({ publicAddr: '', fqdn: 'plain.localhost' });
});

test('lists contain the users, groups and logins that the caller may use', async () => {
  expect(await items(ann, 'kubernetes')).toMatchObject([
    { name: 'eu-1', kubernetes_users: ['dev'], kubernetes_groups: ['viewers'] },
  ]);
  expect(await items(ann, 'databases')).toMatchObject([{ database_users: ['alice'], database_names: ['*'] }]);
  expect(await items(ann, 'desktops')).toMatchObject([{ addr: '10.0.0.1', logins: ['Administrator'] }]);
  expect(await items(ann, 'user-groups')).toMatchObject([{ name: '00g1', description: 'Engineers' }]);
});

test('the list of servers needs no right to read them, unlike other lists', async () => {
  const rules = `rules: [{ resources: [node, db_server], verbs: [read] }]`;
  const content = `kind: role\nversion: v6\nmetadata: { name: unread }\nspec: { deny: { ${rules} } }\n`;
  await admin.call('POST', 'roles', { content });
  const eve = await gateway.user(admin, 'eve', ['access', 'unread']);
  const status = async (list: string) => (await eve.call('GET', `sites/-current-/${list}`)).status;
  expect([await status('nodes'), await status('databases')]).toEqual([200, 403]);
});

test('only the list of Kubernetes clusters has a total without a sort', async () => {
  expect((await ann.call('GET', 'sites/-current-/kubernetes')).json).toMatchObject({ totalCount: 1 });
  expect((await ann.call('GET', 'sites/-current-/apps')).json).toMatchObject({ totalCount: 0 });
});

test('two parallel changes are both stored', async () => {
  await admin.call('POST', 'sites/-current-/databases', database('twice', [{ name: 'env', value: 'dev' }]));
  const answers = await Promise.all([
    admin.call('PUT', 'sites/-current-/databases/twice', { uri: 'moved.example.test:5432' }),
    admin.call('PUT', 'sites/-current-/databases/twice', { labels: [{ name: 'env', value: 'qa' }] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.call('GET', 'sites/-current-/databases/twice')).json).toMatchObject({
    uri: 'moved.example.test:5432',
    labels: [
      { name: 'env', value: 'qa' },
      { name: 'teleport.dev/origin', value: 'dynamic' },
    ],
  });
});

test('a change keeps the fields that it does not name, and the text of the author', async () => {
  const content =
    '# by hand\nkind: db\nversion: v3\nmetadata:\n  name: worded\n  description: Order book\nspec:\n  protocol: mysql # old\n  uri: a.example.test:3306\n';
  expect((await admin.call('POST', 'postern/inventory', { content })).status).toBe(200);
  await admin.call('PUT', 'sites/-current-/databases/worded', { uri: 'b.example.test:3306' });
  expect((await admin.call('GET', 'postern/documents/db/worded')).json).toMatchObject({
    content: content.replace('a.example', 'b.example'),
  });
});

test.each([
  ['nope', 'missing port in address'],
  ['host:0', 'port is not a number'],
  [':5432', 'missing host'],
  ['http://host:5432', 'expected host:port'],
])('a change to the address %j is refused, and the old address stays', async (uri, why) => {
  await admin.call('POST', 'sites/-current-/databases', database('steady'));
  const { status, text } = await admin.call('PUT', 'sites/-current-/databases/steady', { uri });
  expect([status, text]).toEqual([400, expect.stringContaining(why)]);
  const { json } = await admin.call('GET', 'postern/documents/db/steady');
  expect(json).toMatchObject({ content: expect.stringContaining('steady.example.test:5432') as unknown });
});

test('a database is listed only if a service matches it', async () => {
  await admin.call('POST', 'sites/-current-/databases', database('unserved', [{ name: 'env', value: 'prod' }]));
  expect(await names(ann, 'databases')).not.toContain('unserved');
  expect((await admin.call('GET', 'sites/-current-/databases/unserved')).status).toBe(404);
  await admin.call('PUT', 'sites/-current-/databases/unserved', { labels: [{ name: 'env', value: 'qa' }] });
  expect(await names(ann, 'databases')).toContain('unserved');
});

test('documents are readable only for users who may change them', async () => {
  expect((await ann.call('GET', 'postern/documents/db')).status).toBe(403);
  expect((await ann.call('GET', 'postern/documents/db/static')).status).toBe(403);
  expect((await ann.call('GET', 'postern/inventory')).status).toBe(403);
  expect((await ann.call('GET', 'postern/history/db/static')).status).toBe(403);
});

test('entries of the configuration file cannot be changed', async () => {
  const { status } = await admin.call('POST', 'sites/-current-/databases', database('static'));
  expect(status).toBe(409);
  expect((await admin.call('PUT', 'sites/-current-/databases/static', { uri: 'x.example.test:1' })).status).toBe(404);
  expect((await admin.call('DELETE', 'postern/documents/db/static')).status).toBe(400);
  expect(await names(ann, 'databases')).toContain('static');
});

test('a certificate for a database server requires a token for databases, which is valid once', async () => {
  const { json } = await admin.call('POST', 'token', { roles: ['Db'], join_method: 'token' });
  const sign = () =>
    gateway.client().send({
      method: 'POST',
      path: '/v1/webapi/sites/-current-/sign/db',
      headers: { authorization: `Bearer ${(json as { id: string }).id}` },
      body: { hostname: 'orders.example.test' },
    });
  const first = await sign();
  expect([first.status, first.headers['content-disposition']]).toEqual([
    200,
    'attachment;filename="teleport_mTLS_orders.example.test.tar.gz"',
  ]);
  expect((await sign()).status).toBe(403);
});

test('names with special characters are not found and cause no server error', async () => {
  for (const name of ['%00', "x'%20OR%201=1", '%F0%9F%98%80'])
    for (const path of [`databases/${name}`, `desktops/${name}`, `databases?startKey=${name}&sort=name`])
      expect((await ann.call('GET', `sites/-current-/${path}`)).status, path).toBeLessThan(500);
  expect((await ann.call('GET', 'sites/-current-/desktops/%00/active')).json).toEqual({ active: false });
});

test('pods of an unknown cluster are refused with 500, of a cluster without a kubeconfig with 502', async () => {
  const ask = async (cluster: string) => (await ann.call('GET', `sites/-current-/pods?kubeCluster=${cluster}`)).status;
  expect([await ask(''), await ask('nope'), await ask('eu-1')]).toEqual([500, 500, 502]);
});

test('a search as roles is in the audit log once per list and minute', async () => {
  const isSearch = ({ event }: { event: string }) => event === 'access_request.search';
  const searches = async () => {
    const { json } = await admin.call('GET', 'sites/-current-/events/search?limit=1000');
    return (json as { events: { event: string; resource_type?: string }[] }).events.filter(isSearch);
  };
  for (const list of ['apps', 'apps', 'databases', 'apps'])
    await ann.call('GET', `sites/-current-/${list}?searchAsRoles=yes`);
  expect(new Set((await searches()).map((event) => event.resource_type))).toEqual(new Set(['app_server', 'db_server']));
  expect(await searches()).toHaveLength(2);
  gateway.pass(60_001);
  await ann.call('GET', 'sites/-current-/apps?searchAsRoles=yes');
  expect(await searches()).toHaveLength(3);
});
