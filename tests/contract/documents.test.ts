// Documents of every kind with their revisions (our extension): all endpoints write them in the same form.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentItemJson, HistoryJson, RemovedJson } from '../../src/wire/http.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({
    inventory: [{ kind: 'app', version: 'v3', metadata: { name: 'grafana' }, spec: { uri: 'http://127.0.0.1:3000' } }],
  });
  admin = await gateway.admin();
  // The presets grant no write access to such resources.
  await admin.call('POST', 'roles', {
    content:
      'kind: role\nversion: v6\nmetadata: { name: keeper }\nspec: { allow: { rules: [{ resources: ["*"], verbs: ["*"] }] } }\n',
  });
  await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'keeper'] });
});
afterAll(() => gateway.stop());

const app = (name: string, uri = 'http://127.0.0.1:9', more = '') =>
  `# ours\nkind: app\nversion: v3\nmetadata: { name: ${name} }\nspec:\n  uri: ${uri} # inside\n${more}`;
const role = (name: string, login: string) =>
  `kind: role\nversion: v6\nmetadata: { name: ${name} }\nspec: { allow: { logins: [${login}] } } # ${login}\n`;

const post = (kind: string, content: string, client = admin) =>
  client.call('POST', `postern/documents/${kind}`, { content });
const put = (path: string, content: string, revision?: string, client = admin) =>
  client.call('PUT', `postern/documents/${path}`, { content, ...(revision !== undefined && { revision }) });
const get = async (path: string) => (await admin.call('GET', `postern/documents/${path}`)).json as DocumentItemJson;
const history = async (path: string) =>
  ((await admin.call('GET', `postern/history/${path}`)).json as HistoryJson).revisions;
const item = ({ json }: { json: unknown }) => json as DocumentItemJson;
const messageOf = ({ json }: { json: unknown }) => (json as { error: { message: string } }).error.message;
const eventsOf = async (name: string) =>
  gateway.app.gateway.stores.events
    .page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 1000 })
    .events.filter((event) => event['name'] === name)
    .map((event) => event['event']);

describe('a document', () => {
  test('with the longest name can be read and removed', async () => {
    const name = '@'.repeat(1000);
    expect((await post('role', role(`"${name}"`, 'root'))).status).toBe(200);
    expect(await get(`role/${encodeURIComponent(name)}`)).toMatchObject({ name });
    expect((await admin.call('DELETE', `roles/${encodeURIComponent(name)}`)).status).toBe(200);
  });

  test('is returned as written, is in the inventory at once, and each change is in the audit log', async () => {
    const made = await post('app', app('wiki'));
    expect(made.status).toBe(200);
    expect(item(made)).toMatchObject({
      id: 'app:wiki',
      kind: 'app',
      name: 'wiki',
      content: app('wiki'),
      origin: 'dynamic',
    });
    expect(await get('app/wiki')).toEqual(made.json);
    expect((await admin.call('GET', 'sites/-current-/apps')).text).toContain('"wiki"');
    expect((await put('app/wiki', app('wiki', 'http://127.0.0.1:10'))).status).toBe(200);
    expect((await admin.call('GET', 'sites/-current-/apps')).text).toContain('http://127.0.0.1:10');
    expect((await admin.call('DELETE', 'postern/documents/app/wiki')).status).toBe(200);
    expect((await admin.call('GET', 'sites/-current-/apps')).text).not.toContain('"wiki"');
    expect((await admin.call('GET', 'postern/documents/app/wiki')).status).toBe(404);
    expect(await eventsOf('wiki')).toEqual(['app.create', 'app.update', 'app.delete']);
  });

  test('of gateway.yaml is listed and read-only', async () => {
    expect(await get('app/grafana')).toMatchObject({ origin: 'config-file' });
    expect(messageOf(await post('app', app('grafana')))).toContain('gateway.yaml');
    expect((await put('app/grafana', app('grafana'))).status).toBe(400);
    expect((await admin.call('DELETE', 'postern/documents/app/grafana')).status).toBe(400);
    expect((await admin.call('GET', 'sites/-current-/apps')).text).toContain('http://127.0.0.1:3000');
  });

  test.each([
    ['of another kind than its path', 'db', app('x1'), 400, /resource kind "app" is invalid/],
    ['not a document', 'app', 'just words', 400, /not a valid resource declaration/],
    ['without a name', 'app', 'kind: app\nversion: v3\nspec: { uri: "http://a" }\n', 400, /missing parameter Name/],
    ['a document whose name is too long', 'role', role('x'.repeat(1001), 'root'), 400, /at most 1000 characters/],
    ['a document whose name contains a slash', 'app', app('a/b'), 400, /slash/],
    ['a document with a wrong value', 'app', app('x2', '12'), 400, /spec\.uri/],
    [
      'an alias bomb',
      'app',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n`,
      400,
      /not a valid/,
    ],
    ['of an unknown kind', 'nonsense', app('x3'), 404, /not stored here/],
  ])('is refused if it is %s', async (_what, kind, content, status, message) => {
    const answer = await post(kind, content);
    expect(answer.status).toBe(status);
    expect(messageOf(answer)).toMatch(message);
  });

  // A cluster prints the sections of all clouds, including empty sections.
  test.each([
    [
      'db',
      'printed',
      '{ ad: { domain: "", spn: "" }, aws: { rds: { iam_auth: false }, redshift: {} }, azure: { redis: {} }, gcp: {}, mongo_atlas: {}, mysql: {}, protocol: postgres, tls: { mode: 0 }, uri: "a.example:5432" }',
      'sites/-current-/databases',
    ],
    ['kube_cluster', 'printed', '{ aws: {}, azure: {}, gcp: {} }', 'sites/-current-/kubernetes'],
  ])('of kind %s is accepted as a cluster prints it', async (kind, name, spec, list) => {
    const content = `kind: ${kind}\nmetadata: { id: 1, name: ${name} }\nspec: ${spec}\nversion: v3\n`;
    expect(await post(kind, content)).toMatchObject({ status: 200 });
    expect((await admin.call('GET', list)).text).toContain('"name":"printed"');
  });
  test.each([
    [
      'db',
      '{ protocol: postgres, uri: "a.example:5432", gcp: { instance_id: x } }',
      'database "half" missing Cloud SQL project ID',
    ],
    ['kube_cluster', '{ aws: { name: x, region: eu-west-1 } }', 'spec.aws.account_id is missing'],
    ['kube_cluster', '{ azure: { tenant_id: x } }', 'spec.azure.resource_name is missing'],
  ])('of kind %s with incomplete cloud settings is refused: %s', async (kind, spec, message) => {
    const answer = await post(kind, `kind: ${kind}\nmetadata: { name: half }\nspec: ${spec}\nversion: v3\n`);
    expect([answer.status, messageOf(answer)]).toEqual([400, message]);
  });

  test('with keys without a value is accepted, as in a cluster', async () => {
    const made = await post(
      'app',
      'kind: app\nversion: v3\nmetadata:\n  name: sparse\n  labels:\n  description: ~\nspec:\n  uri: http://127.0.0.1:9\n  rewrite:\n    headers:\n  dynamic_labels: null\n',
    );
    expect(made.status, made.text).toBe(200);
    expect(item(made).content).toContain('labels:\n');
    expect((await admin.call('GET', 'sites/-current-/apps')).text).toContain('"sparse"');
  });

  test('with an empty expiry time, as printed by a cluster, does not expire', async () => {
    const content = app('endless').replace('name: endless', "name: endless, expires: ''");
    expect(await post('app', content)).toMatchObject({ status: 200 });
    expect(gateway.app.gateway.stores.documents.find('app', 'endless')?.expiresMs).toBeUndefined();
    expect(await admin.call('DELETE', 'postern/documents/app/endless')).toMatchObject({ status: 200 });
  });

  test('of five million characters is refused with a message, and the next request is answered', async () => {
    const answer = await post('app', app('big', 'http://a', `# ${'x'.repeat(5_000_000)}\n`));
    expect([400, 413, 429]).toContain(answer.status);
    expect(messageOf(answer)).not.toBe('');
    expect((await post('app', app('after-big'))).status).toBe(200);
  });

  test('without a name gets a name if the kind has generated names', async () => {
    const content =
      'kind: node\nversion: v2\nsub_kind: openssh\nspec: { addr: "10.0.0.1:22", hostname: web-1 } # kept\n';
    const made = item(await post('node', content));
    expect(made.name).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.content).toContain('# kept');
    expect((await admin.call('GET', 'sites/-current-/nodes')).text).toContain('web-1');
  });
});

describe('two concurrent updates', () => {
  const lock = (message: string) =>
    `kind: lock\nversion: v2\nmetadata: { name: 5d0e4f5e-0000-4000-8000-000000000001 }\nspec: { target: { user: nobody }, message: ${message} }\n`;
  const LOCK = 'lock/5d0e4f5e-0000-4000-8000-000000000001';
  const integration = (role: string) => ({ awsoidc: { roleArn: `arn:aws:iam::123456789012:role/${role}` } });
  const networking = (time: string) =>
    `kind: cluster_networking_config\nversion: v2\nmetadata: { name: cluster-networking-config }\nspec: { client_idle_timeout: ${time} }\n`;
  const NETWORKING = 'cluster_networking_config/cluster-networking-config';
  const oidc = (id: string) =>
    `kind: oidc\nversion: v3\nmetadata: { name: quick }\nspec:\n  issuer_url: https://login.example.com\n  client_id: ${id}\n  redirect_url: https://c.example/cb\n  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]\n`;
  type Send = () => Promise<{ status: number; text: string }>;
  const call = (path: string, body: unknown): Send => {
    return () => admin.call('PUT', path, body);
  };
  const pairs: [what: string, first: Send, second: Send, path: string][] = [
    [
      'a role, by the contract',
      call('roles/quick', { content: role('quick', 'a') }),
      call('roles/quick', { content: role('quick', 'b') }),
      'role/quick',
    ],
    [
      'a role, by the extension',
      () => put('role/quick', role('quick', 'c')),
      () => put('role/quick', role('quick', 'd')),
      'role/quick',
    ],
    [
      'a connector',
      call('postern/connectors/oidc/quick', { content: oidc('a') }),
      call('postern/connectors/oidc/quick', { content: oidc('b') }),
      'oidc/quick',
    ],
    [
      'an application',
      () => put('app/quick', app('quick', 'http://127.0.0.1:11')),
      () => put('app/quick', app('quick', 'http://127.0.0.1:12')),
      'app/quick',
    ],
    [
      'a database, by the contract',
      call('sites/-current-/databases/quick', { uri: 'a.example.test:1' }),
      call('sites/-current-/databases/quick', { uri: 'b.example.test:1' }),
      'db/quick',
    ],
    [
      'an integration, by the contract',
      call('sites/-current-/integrations/quick', integration('a')),
      call('sites/-current-/integrations/quick', integration('b')),
      'integration/quick',
    ],
    ['a lock', () => put(LOCK, lock('one')), () => put(LOCK, lock('two')), LOCK],
    ['settings', () => put(NETWORKING, networking('1h')), () => put(NETWORKING, networking('2h')), NETWORKING],
  ];
  beforeAll(async () => {
    const made = [
      post('role', role('quick', 'z')),
      post('app', app('quick')),
      post('oidc', oidc('z')),
      post('lock', lock('zero')),
      admin.call('POST', 'sites/-current-/databases', { name: 'quick', protocol: 'postgres', uri: 'z.example.test:1' }),
      admin.call('POST', 'sites/-current-/integrations', {
        name: 'quick',
        subKind: 'aws-oidc',
        awsoidc: { roleArn: 'arn:aws:iam::123456789012:role/z' },
      }),
    ];
    expect((await Promise.all(made)).map(({ status, text }) => [status, text])).toEqual(
      made.map(() => [200, expect.any(String)]),
    );
  });

  test.each(pairs)('of %s are both applied in order', async (_what, first, second, path) => {
    const before = (await history(path)).length;
    const answers = await Promise.all([first(), second()]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, expect.any(String)]));
    const after = await history(path);
    expect(after).toHaveLength(before + 2);
    const texts = await Promise.all(
      after
        .slice(0, 2)
        .map(async ({ revision }) => (await admin.call('GET', `postern/history/${path}/${revision}`)).json),
    );
    expect((texts[0] as { content: string }).content).toBe((await get(path)).content);
    expect(texts[0]).not.toEqual(texts[1]);
  });

  test('of a user are both applied', async () => {
    await admin.call('POST', 'users', { name: 'quick', roles: ['access'] });
    const answers = await Promise.all([
      admin.call('PUT', 'users', { name: 'quick', roles: ['access'], traits: { logins: ['a'] } }),
      admin.call('PUT', 'users', { name: 'quick', roles: ['access'], traits: { kubeUsers: ['k'] } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await admin.call('GET', 'users/quick')).json).toMatchObject({
      traits: { logins: ['a'], kubeUsers: ['k'] },
    });
  });

  test('from the same revision conflict, and the second writes nothing', async () => {
    const { revision } = await get('role/quick');
    const answers = await Promise.all([
      put('role/quick', role('quick', 'mine'), revision),
      put('role/quick', role('quick', 'theirs'), revision),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200);
    expect((await get('role/quick')).content).toBe(item(kept ?? { json: undefined }).content);
    expect((await admin.call('DELETE', `postern/documents/role/quick?revision=${revision}`)).status).toBe(409);
  });
});

describe('a revision history', () => {
  test('shows the author of each revision, outlives the document, and can restore an old revision', async () => {
    await post('app', app('told', 'http://127.0.0.1:1'));
    await put('app/told', app('told', 'http://127.0.0.1:2'));
    await admin.call('DELETE', 'postern/documents/app/told');
    const revisions = await history('app/told');
    expect(revisions.map(({ change, author }) => [change, author])).toEqual([
      ['removed', 'admin'],
      ['updated', 'admin'],
      ['created', 'admin'],
    ]);
    const first = await admin.call('GET', `postern/history/app/told/${revisions[2]?.revision}`);
    expect(first.json).toEqual({ content: app('told', 'http://127.0.0.1:1') });
    expect((await admin.call('GET', `postern/history/app/told/${revisions[0]?.revision}`)).status).toBe(404);
    expect((await admin.call('GET', 'postern/history/app/told/nonsense')).status).toBe(404);
    const { removed } = (await admin.call('GET', 'postern/history/app')).json as RemovedJson;
    expect(removed[0]).toMatchObject({ name: 'told', author: 'admin' });
    await post('app', (first.json as { content: string }).content);
    expect((await history('app/told')).map(({ change }) => change)).toEqual([
      'created',
      'removed',
      'updated',
      'created',
    ]);
    expect(((await admin.call('GET', 'postern/history/app')).json as RemovedJson).removed).not.toContainEqual(
      expect.objectContaining({ name: 'told' }),
    );
  });

  test('of a preset begins with its creation by the system', async () => {
    expect(await history('role/editor')).toMatchObject([{ author: 'system', change: 'created' }]);
  });

  test('does not contain secrets', async () => {
    const secret = 'hush-hush-hush';
    const content = `kind: oidc\nversion: v3\nmetadata: { name: corp }\nspec:\n  issuer_url: https://login.example.com\n  client_id: abc\n  client_secret: ${secret}\n  redirect_url: https://c.example/cb\n  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]\n`;
    expect((await post('oidc', content)).status).toBe(200);
    const [{ revision } = { revision: '' }] = await history('oidc/corp');
    expect((await admin.call('GET', `postern/history/oidc/corp/${revision}`)).text).not.toContain(secret);
    expect((await put('oidc/corp', content.replace(secret, '""').replace('abc', 'abcd'))).status).toBe(200);
    const { document } = gateway.app.gateway.stores.connectors.find('oidc', 'corp') ?? {};
    expect((document as { spec: Record<string, string> }).spec['client_secret']).toBe(secret);
  });

  test('is readable only with read access to the kind', async () => {
    const user = await gateway.user(admin, 'una');
    for (const path of [
      'documents/role',
      'documents/role/editor',
      'history/role',
      'history/role/editor',
      'history/role/editor/1',
    ]) {
      expect((await user.call('GET', `postern/${path}`)).status).toBe(403);
    }
    expect((await user.call('GET', 'postern/history/role/access')).status).toBe(200); // the user's own role
    expect((await post('app', app('nope'), user)).status).toBe(403);
    expect((await put('role/access', role('access', 'root'), undefined, user)).status).toBe(403);
    expect((await user.call('DELETE', 'postern/documents/app/after-big')).status).toBe(403);
  });
});
