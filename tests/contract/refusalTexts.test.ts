// Refusals without a record have the texts of the reference (http-auth §1.8). Clients match some of the texts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAt } from '../../src/lib/json.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
});
afterAll(() => gateway.stop());

const ID = '11111111-2222-4333-8444-555555555555';
const kube = { cluster_name: 'eu-1' };
const node = { node_name: 'web', login: 'root' };
const trust = (role: string) => {
  const role_map = [{ remote: 'access', local: [role] }];
  return { content: JSON.stringify({ kind: 'trusted_cluster', metadata: { name: 'far' }, spec: { role_map } }) };
};
const join = { hostID: ID, node_name: 'web', role: 'Node', token: 'nope' };

test.each<[call: string, body: object | undefined, status: number, message: string]>([
  [`GET sites/-current-/diagnostics/connections/${ID}`, undefined, 404, `connection diagnostic "${ID}" doesn't exist`],
  ['GET scripts/installer/nope', undefined, 404, 'key "/cluster_configuration/scripts/installer/nope" is not found'],
  ['DELETE github/nope', undefined, 404, 'key /web/connectors/github/connectors/nope is not found'],
  [
    'POST sites/-current-/databases',
    { name: 'it', protocol: 'postgres', uri: 'a:1', labels: [{ name: 'a b', value: '' }] },
    400,
    'invalid label key: "a b"',
  ],
  ['POST sites/-current-/integrations/aws-oidc/none/databases', {}, 404, 'integration "none" doesn\'t exist'],
  ['POST sites/-current-/integrations/aws-oidc/none/deployservice', {}, 404, 'integration "none" doesn\'t exist'],
  ['POST sites/-current-/mfa/required', { node, kube }, 400, 'only one target is allowed for MFA check'],
  [
    'POST sites/-current-/mfa/required',
    { node, kube: {} },
    400,
    'missing cluster_name for checking kubernetes cluster target',
  ],
  ['POST users/password/token', { type: 'invite' }, 400, "user name can't be empty"],
  [
    'PUT users/password/token',
    { password: Buffer.from('long enough').toString('base64') },
    400,
    'missing parameter token',
  ],
  ['POST capture', {}, 400, 'missing required parameter Event'],
  ['POST trustedcluster', trust('none'), 404, 'a role "none" referenced in a mapping access:[none] is not defined'],
  ['POST trustedcluster', trust(''), 400, "missing 'local' property of 'role_map' entry"],
  ['POST host/credentials', join, 403, '"web" can not join the cluster with role "Node", token expired or not found'],
])('%s with %j is refused with the text of a cluster', async (call, body, status, message) => {
  const [method = '', path = ''] = call.split(' ');
  const answer = await admin.call(method, path, body);
  expect([answer.status, textAt(answer.json, 'error', 'message')]).toEqual([status, message]);
});

test('an update of a database with an empty list of labels keeps its labels, and null is refused', async () => {
  const path = 'sites/-current-/databases';
  await admin.call('POST', path, {
    name: 'kept',
    protocol: 'mysql',
    uri: 'a:1',
    labels: [{ name: 'env', value: 'qa' }],
  });
  const { status, json } = await admin.call('PUT', `${path}/kept`, { labels: [] });
  expect([status, json]).toMatchObject([200, { labels: expect.arrayContaining([{ name: 'env', value: 'qa' }]) }]);
  const refused = await admin.call('PUT', `${path}/kept`, { labels: null });
  expect([refused.status, textAt(refused.json, 'error', 'message')]).toEqual([
    400,
    'missing fields to update the database',
  ]);
});

const db = (spec: object) => ({ kind: 'db', spec: { protocol: 'postgres', uri: 'a:1', ...spec } });
const aws = (spec: object) => db({ aws: spec });
const kubernetes = (name: string) => ({ kubernetes: { allow: [{ service_account: name }] } });
const [OWN_ROLE, OTHER_ROLE] = ['123456789012', '999999999999'].map((account) => `arn:aws:iam::${account}:role/db`);
const REDIS = 'x.redis.cache.windows.net:6380';
const KEYSPACES = 'cassandra.us-east-1.amazonaws.com:9142';

test.each<[document: { kind: string; spec: object }, message: string | undefined]>([
  [db({ mysql: { server_version: '8' } }), 'database "it" MySQL ServerVersion can be only set for MySQL database'],
  [db({ protocol: 'mysql', mysql: { server_version: '8' } }), undefined],
  [db({ protocol: 'cassandra', uri: KEYSPACES }), 'database "it" AWS account ID is empty'],
  [db({ protocol: 'cassandra', uri: KEYSPACES, aws: { account_id: '123456789012' } }), undefined],
  [db({ protocol: 'cassandra' }), undefined],
  [db({ protocol: 'redis', uri: REDIS }), 'database "it" Azure resource ID is empty'],
  [aws({ account_id: '12' }), 'database "it" has invalid AWS account ID: must be 12-digit'],
  [aws({ external_id: 'x' }), 'AWS database "it" has external_id "x", but assume_role_arn is empty'],
  [aws({ external_id: 'x', assume_role_arn: OWN_ROLE, account_id: '123456789012' }), undefined],
  [aws({ assume_role_arn: OWN_ROLE }), 'database "it" missing AWS account ID'],
  [
    aws({ assume_role_arn: OTHER_ROLE, account_id: '123456789012' }),
    `database "it" is incompatible with AWS assume_role_arn "${OTHER_ROLE}": other account`,
  ],
  [db({ gcp: { project_id: 'p' } }), 'database "it" missing Cloud SQL instance ID'],
  [db({ gcp: { instance_id: 'i' } }), 'database "it" missing Cloud SQL project ID'],
  [db({ admin_user: { name: 'x' } }), undefined],
  [
    db({ protocol: 'mysql', admin_user: { name: 'x' } }),
    'cannot set admin user on database "it": mysql/self-hosted databases don\'t support automatic user provisioning yet',
  ],
  [
    db({ protocol: 'sqlserver', ad: { spn: 'S', keytab_file: '/k' } }),
    'missing Active Directory domain for database "it"',
  ],
  [
    db({ protocol: 'sqlserver', ad: { domain: 'D', keytab_file: '/k' } }),
    'missing service principal name for database "it"',
  ],
  [
    { kind: 'token', spec: { roles: ['Node'], join_method: 'kubernetes', ...kubernetes('agent') } },
    'allow[0].service_account: name of service account should be in format "namespace:service_account", got "agent" instead',
  ],
  [{ kind: 'token', spec: { roles: ['Node'], join_method: 'kubernetes', ...kubernetes('default:agent') } }, undefined],
  [
    {
      kind: 'token',
      spec: { roles: ['Node'], join_method: 'gitlab', gitlab: { domain: 'https://a', allow: [{ sub: 'a' }] } },
    },
    "'spec.gitlab.domain' should not contain the scheme or path",
  ],
])('the answer to the document %j is: %s', async ({ kind, spec }, message) => {
  const document = { kind, version: kind === 'db' ? 'v3' : 'v2', metadata: { name: 'it' }, spec };
  const path = `postern/documents/${kind}`;
  const { json } = await admin.call('POST', path, { content: JSON.stringify(document) });
  if (message === undefined) await admin.call('DELETE', `${path}/it`);
  expect(textAt(json, 'error', 'message')).toBe(message ?? '');
});

test('the anti-forgery value of the cookie may be in the header or in the query', async () => {
  const browser = gateway.client();
  await browser.openPage();
  const other = 'ab'.repeat(32);
  const messageFor = async (header: string, query: string) => {
    const path = `/v1/webapi/sessions/web?csrf_token=${query}`;
    const headers = { cookie: browser.cookieHeader, 'x-csrf-token': header };
    return textAt((await browser.send({ method: 'POST', path, headers, body: {} })).json, 'error', 'message');
  };
  expect(await messageFor(other, browser.csrf)).toBe('invalid credentials');
  expect(await messageFor(browser.csrf, 'zz')).toBe('invalid credentials');
  expect(await messageFor(other, other)).toBe('access denied');
});

test('authorities are also exported at their old path', async () => {
  const [old, now] = await Promise.all(
    ['sites/-current-/auth/export', 'auth/export'].map((path) => gateway.client().call('GET', `${path}?type=user`)),
  );
  expect(now?.text).toContain('cert-authority');
  expect([old?.status, old?.text]).toEqual([200, now?.text]);
});

test('an agent with a valid token gets 501', async () => {
  const { json } = await admin.call('POST', 'token', { roles: ['Node'] });
  const { status } = await admin.call('POST', 'host/credentials', { ...join, token: textAt(json, 'id') });
  expect(status).toBe(501);
});

test.each([
  ['desktops/nope/connect?username=x&width=10&height=10', 'Bad Request\n'],
  [`desktopplayback/${ID}`, 'not websocket protocol'],
  [`assistant?conversation_id=${ID}`, 'Bad Request\nError upgrading to websocket\n'],
])('a plain request to the socket %s is refused with the text of a cluster', async (socket, text) => {
  const answer = await admin.call('GET', `sites/-current-/${socket}`);
  expect([answer.status, answer.text]).toEqual([400, text]);
});
