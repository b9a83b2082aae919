// Databases of AWS through an integration (http-resources §14.3), with a stand-in for STS and RDS.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient, Answer } from '../support/ApiClient.ts';
import { holdTasks, PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { FOREIGN_ROLE, readToken, refusal, ROLE, startAwsServer, type AwsServer } from '../support/awsServer.ts';

const ISSUER = 'https://console.example.test';
const HOUR_MS = 3600_000;

let gateway: InProcess;
let aws: AwsServer;
let admin: ApiClient;
let log = '';

beforeAll(async () => {
  aws = await startAwsServer();
  gateway = await startInProcess(
    { public_url: ISSUER, integrations: { aws: { sts_endpoint: aws.endpoint, rds_endpoint: aws.endpoint } } },
    Date.now(),
    { logStream: { write: (line) => (log += line) } },
  );
  admin = await gateway.admin();
});
beforeEach(async () => {
  aws.trust(published());
  aws.replies.clear();
  await admin.call('DELETE', 'sites/example.test/integrations/aws-main');
  await enroll('aws-main', ROLE);
  aws.calls.splice(0);
  aws.databases = [
    { id: 'shop', engine: 'postgres', tags: { env: 'prod', 'bad key!': 'x' } },
    { id: 'stopped', engine: 'postgres', status: 'stopped' },
    { id: 'gone', engine: 'postgres', status: 'deleting' },
    { id: 'renamed', engine: 'postgres', status: 'new-state', tags: { 'teleport.dev/database_name': 'billing' } },
    { id: 'maria', engine: 'mariadb', port: 3306 },
    { id: 'aurora-1', engine: 'aurora-mysql', cluster: true },
  ];
});
afterAll(async () => {
  await gateway.stop();
  await aws.stop();
});

const published = () => ({ base: gateway.base, issuer: ISSUER, nowMs: () => gateway.nowMs() });
const enroll = (name: string, roleArn: string) =>
  admin.call('POST', 'sites/example.test/integrations', { name, subKind: 'aws-oidc', awsoidc: { roleArn } });
const ask = (body: object = {}, client = admin, name = 'aws-main'): Promise<Answer> =>
  client.call('POST', `sites/example.test/integrations/aws-oidc/${name}/databases`, {
    ...{ region: 'eu-west-1', rdsType: 'instance', engines: ['postgres'], nextToken: '' },
    ...body,
  });
type Page = { databases: { name: string; aws: { status: string } }[]; nextToken?: string };
const page = ({ json }: Answer) => json as Page;
const namesOf = (answer: Answer) => page(answer).databases.map(({ name }) => name);
const messageOf = ({ json }: Answer) => (json as { error: { message: string } }).error.message;
/** Advances the clock, and the administrator signs in again. */
async function later(ms: number): Promise<void> {
  gateway.pass(ms);
  await admin.openPage('/web/login');
  expect((await admin.signIn('admin', PASSWORD)).status).toBe(200);
  await admin.openPage();
}
const assumed = () => aws.calls.filter(({ action }) => action === 'AssumeRoleWithWebIdentity');
const listed = async () =>
  ((await admin.call('GET', 'sites/example.test/integrations')).json as { items: { lastUse?: object }[] }).items[0];

test('AWS gets a token that is valid for the published keys, and its databases are listed', async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(page(answer).databases[0]).toEqual({
    name: 'shop',
    desc: 'RDS instance in eu-west-1',
    protocol: 'postgres',
    type: 'rds',
    labels: [
      { name: 'account-id', value: '123456789012' },
      { name: 'endpoint-type', value: 'instance' },
      { name: 'engine', value: 'postgres' },
      { name: 'engine-version', value: '15.4' },
      { name: 'env', value: 'prod' },
      { name: 'region', value: 'eu-west-1' },
      { name: 'teleport.dev/cloud', value: 'AWS' },
      { name: 'teleport.dev/origin', value: 'cloud' },
      { name: 'vpc-id', value: 'vpc-1' },
    ],
    hostname: 'shop.abc.eu-west-1.rds.amazonaws.com',
    uri: 'shop.abc.eu-west-1.rds.amazonaws.com:5432',
    aws: {
      region: 'eu-west-1',
      account_id: '123456789012',
      rds: { instance_id: 'shop', resource_id: 'db-SHOP', iam_auth: true, subnets: ['subnet-1'] },
      ...{ redshift: {}, redshift_serverless: {}, rdsproxy: {}, elasticache: {}, memorydb: {} },
      ...{ opensearch: {}, secret_store: {}, status: 'available' },
    },
  });
  const [call] = assumed();
  expect(call?.params.get('RoleSessionName')).toBe('postern-admin');
  const { header, claims } = readToken(call?.params.get('WebIdentityToken') ?? '');
  expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
  expect(claims).toMatchObject({ iss: ISSUER, aud: 'discover.teleport', sub: 'system:proxy', obo: 'admin' });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600);
});

test('the stand-in refuses tokens with a wrong time or another issuer', async () => {
  aws.trust({ ...published(), nowMs: () => gateway.nowMs() + HOUR_MS });
  expect(await ask()).toMatchObject({ status: 403 });
  aws.trust({ ...published(), issuer: 'https://other.example.test' });
  const other = await ask();
  expect(other.status).toBe(403);
  expect(messageOf(other)).toMatch(
    /^AWS did not accept the token of this cluster \(InvalidIdentityToken\).*thumbprint/,
  );
});

test('pages follow the marker of AWS and omit unsupported databases', async () => {
  const first = await ask();
  expect([namesOf(first), page(first).nextToken]).toEqual([['shop'], '2']);
  const second = await ask({ nextToken: '2' });
  expect(namesOf(second)).toEqual(['billing']);
  expect(page(second).databases[0]?.aws.status).toBe('new-state');
  expect(page(second)).not.toHaveProperty('nextToken');
  aws.databases.splice(0, 1);
  expect(page(await ask())).toEqual({ databases: [], nextToken: '2' });
});

test('engines filter the instances, and Aurora is queried for clusters', async () => {
  expect(namesOf(await ask({ engines: ['mysql', 'mariadb'] }))).toEqual(['maria']);
  const [cluster] = page(await ask({ rdsType: 'cluster', engines: ['aurora', 'aurora-mysql'] })).databases;
  expect(cluster).toMatchObject({
    name: 'aurora-1',
    protocol: 'mysql',
    uri: 'aurora-1.cluster-abc.eu-west-1.rds.amazonaws.com:3306',
    aws: { rds: { cluster_id: 'aurora-1', resource_id: 'cluster-AURORA-1', iam_auth: false } },
  });
});

test('credentials are used until shortly before they expire, separately for each user and role', async () => {
  await ask();
  await ask({ region: 'us-east-1' });
  expect(assumed()).toHaveLength(1);
  await later(HOUR_MS - 6 * 60_000);
  expect((await ask()).status).toBe(200);
  expect(assumed()).toHaveLength(1);
  await later(2 * 60_000);
  expect((await ask()).status).toBe(200);
  expect(assumed()).toHaveLength(2);
  const mia = await gateway.user(admin, 'mia', ['editor']);
  expect((await ask({}, mia)).status).toBe(200);
  expect(assumed()).toHaveLength(3);
  expect(assumed()[2]?.claims).toMatchObject({ obo: 'mia' });
});

test('credentials that AWS reports as expired are replaced once', async () => {
  await ask();
  aws.replies.set('DescribeDBInstances', (response) => {
    aws.replies.delete('DescribeDBInstances');
    const { status, body } = refusal('ExpiredToken', 'The security token included in the request is expired');
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  expect((await ask()).status).toBe(200);
  expect(assumed()).toHaveLength(2);
});

describe('an error of AWS', () => {
  test('is reported with reason and suggested fix, and stored as the last use', async () => {
    expect(await listed()).not.toHaveProperty('lastUse');
    await ask();
    expect((await listed())?.lastUse).toEqual({ time: new Date(gateway.nowMs()).toISOString(), region: 'eu-west-1' });
    await admin.call('PUT', 'sites/example.test/integrations/aws-main', { awsoidc: { roleArn: FOREIGN_ROLE } });
    expect(await listed()).not.toHaveProperty('lastUse');
    const answer = await ask();
    expect(answer.status).toBe(403);
    expect(messageOf(answer)).toBe(
      'AWS did not let this cluster assume the role (AccessDenied): Not authorized to perform sts:AssumeRoleWithWebIdentity. Check the trust policy of the role',
    );
    expect((await listed())?.lastUse).toMatchObject({ error: messageOf(answer) });
    await admin.call('DELETE', 'sites/example.test/integrations/aws-main');
    await enroll('aws-main', ROLE);
    expect(await listed()).not.toHaveProperty('lastUse');
  });

  test.each([
    ['a policy without the permission', refusal('AccessDenied', 'no rds:DescribeDBInstances'), 403, 'denied the list'],
    ['too many calls', refusal('Throttling', 'Rate exceeded', 400), 502, 'limits the rate of requests'],
    ['a bad request', refusal('InvalidParameterValue', 'Bad marker', 400), 500, 'InvalidParameterValue): Bad marker'],
    ['an internal failure', refusal('InternalFailure', 'oops', 500), 502, 'reported an error of its own'],
    ['malformed XML', { status: 200, body: '<html><p>hello' }, 502, 'cannot be read'],
    ['an unexpected document', { status: 200, body: '<html><p>hello</p></html>' }, 502, 'cannot be read'],
    ['a failure without XML', { status: 403, body: 'Forbidden' }, 500, 'AWS refused the request'],
  ])('is reported: %s', async (_what, reply, status, message) => {
    aws.replies.set('DescribeDBInstances', reply);
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(messageOf(answer)).toContain(message);
  });

  test('is reported if the answer is endless', async () => {
    aws.replies.set('DescribeDBInstances', (response) => {
      response.writeHead(200, { 'content-type': 'text/xml' });
      const write = () => !response.destroyed && response.write('<a>'.repeat(100_000), () => setImmediate(write));
      write();
    });
    const answer = await ask();
    expect([answer.status, messageOf(answer)]).toEqual([502, 'AWS sent an answer that is too large to read']);
  });

  test('is reported if the connection breaks', async () => {
    aws.replies.set('DescribeDBInstances', (response) => response.destroy());
    const answer = await ask();
    expect(answer.status).toBe(502);
    expect(messageOf(answer)).toMatch(/^AWS cannot be reached: /);
  });
});

test('a call ends when its caller disconnects, and each user has at most three at once', async () => {
  const closed: Promise<void>[] = [];
  let arrived = 0;
  aws.replies.set('AssumeRoleWithWebIdentity', (response) => {
    arrived += 1;
    closed.push(new Promise((resolve) => response.once('close', () => resolve())));
  });
  const controller = new AbortController();
  const calls = Array.from({ length: 3 }, () =>
    fetch(`${gateway.base}/v1/webapi/sites/example.test/integrations/aws-oidc/aws-main/databases`, {
      method: 'POST',
      headers: { ...admin.signedIn, 'content-type': 'application/json' },
      body: JSON.stringify({ region: 'eu-west-1', rdsType: 'instance', engines: ['postgres'] }),
      signal: controller.signal,
    }).catch(() => undefined),
  );
  await expect.poll(() => arrived).toBe(3);
  expect(await ask()).toMatchObject({ status: 429 });
  controller.abort();
  await Promise.all([...calls, ...closed]);
  aws.replies.clear();
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test('a user who loses access to integrations gets no databases', async () => {
  const mia = await gateway.user(admin, 'eve', ['editor']);
  aws.replies.set('AssumeRoleWithWebIdentity', () => undefined);
  const waiting = ask({}, mia);
  await expect.poll(() => assumed().length).toBe(1);
  await admin.call('PUT', 'users', { name: 'eve', roles: ['access'] });
  expect((await waiting).status).toBe(403);
});

test('token and credentials are neither logged nor returned', async () => {
  const spoken = refusal('ValidationError', 'placeholder', 400);
  const answers = [await ask()];
  const token = assumed()[0]?.params.get('WebIdentityToken') ?? '';
  await later(HOUR_MS);
  aws.replies.set('AssumeRoleWithWebIdentity', (response) => {
    const latest = aws.calls.at(-1)?.params.get('WebIdentityToken') ?? '';
    response.writeHead(400).end(spoken.body.replace('placeholder', `bad token ${latest}\n and ${token}`));
  });
  answers.push(await ask());
  expect(messageOf(answers[1] as Answer)).toContain('bad token …');
  await wait(50);
  const tokens = assumed().map(({ params }) => params.get('WebIdentityToken') ?? '');
  expect(tokens.length).toBeGreaterThan(1);
  for (const secret of [...tokens, ...aws.secrets]) {
    expect(log).not.toContain(secret);
    for (const { text } of answers) expect(text).not.toContain(secret);
  }
  expect(log).toContain('aws-oidc');
});

test.each([
  ['integration', 'sites/example.test/integrations/aws-main', { awsoidc: { roleArn: FOREIGN_ROLE } }, FOREIGN_ROLE],
  ['db', 'sites/example.test/databases/aws-main', { uri: 'new.example.test:1' }, 'new.example.test'],
])('a change of one field of %s keeps concurrent changes of another user', async (kind, path, change, changed) => {
  if (kind === 'db')
    await admin.call('POST', 'sites/example.test/databases', {
      ...{ name: 'aws-main', protocol: 'postgres', uri: 'old.example.test:1' },
    });
  const item = `postern/documents/${kind}/aws-main`;
  const contentOf = ({ json }: Answer) => (json as { content: string }).content;
  // Long texts are changed in a worker thread.
  const before = `# ${'x'.repeat(2000)}\n${contentOf(await admin.call('GET', item))}`;
  expect((await admin.call('PUT', item, { content: before })).status).toBe(200);
  const content = before.replace('metadata:', 'metadata:\n  description: "kept"');
  const held = holdTasks(gateway.app.gateway.tasks);
  const changing = admin.call('PUT', path, change);
  await held.begun;
  const writing = admin.call('PUT', item, { content });
  await Promise.race([writing, wait(500)]);
  held.release();
  expect([(await changing).status, (await writing).status]).toEqual([200, 200]);
  expect(contentOf(await admin.call('GET', item))).toContain('kept');
  expect((await admin.call('PUT', path, change)).status).toBe(200);
  const now = contentOf(await admin.call('GET', item));
  expect([now.includes('kept'), now.includes(changed)]).toEqual([true, true]);
});
