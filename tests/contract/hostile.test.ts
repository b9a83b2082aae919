// Hostile input to every endpoint that writes: an answer in time, no internal error, and no change by a refused
// call (http-auth §1.6).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, Answer, Sent } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

const SITE = 'sites/-current-';
const ANSWERED_WITHIN_MS = 5000;

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({
    inventory: [{ kind: 'app', version: 'v3', metadata: { name: 'wiki' }, spec: { uri: 'http://127.0.0.1:3000' } }],
  });
  admin = await gateway.admin();
  await admin.call('POST', 'roles', {
    content:
      "kind: role\nversion: v6\nmetadata: { name: keeper }\nspec: { allow: { app_labels: { '*': '*' }, db_labels: { '*': '*' }, kubernetes_labels: { '*': '*' }, rules: [{ resources: ['*'], verbs: ['*'] }] } }\n",
  });
  await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'keeper'] });
});
afterAll(() => gateway.stop());

const content = (kind: string, version: string, spec: string, name = 'odd') =>
  `kind: ${kind}\nversion: ${version}\nmetadata: { name: ${name} }\nspec: { ${spec} }\n`;
const arn = 'arn:aws:iam::123456789012:role/x';

/** Writes of kinds whose document is their only field: of the contract, or of our extension. */
const texts: [path: string, kind: string, version: string, spec: string][] = [
  ['roles', 'role', 'v6', 'allow: { logins: [root] }'],
  ['github', 'github', 'v3', 'client_id: a, redirect_url: "http://a", teams_to_roles: []'],
  ['trustedcluster', 'trusted_cluster', 'v2', 'enabled: false, token: x, role_map: []'],
  ['postern/documents/oidc', 'oidc', 'v3', 'issuer_url: "https://i.example.com", client_id: a'],
  ['postern/documents/app', 'app', 'v3', 'uri: http://127.0.0.1:9'],
  ['postern/documents/db', 'db', 'v3', 'protocol: postgres, uri: "a.example.test:5432"'],
  ['postern/documents/kube_cluster', 'kube_cluster', 'v3', 'kubeconfig: YWJj'],
  ['postern/documents/node', 'node', 'v2', 'addr: "10.0.0.1:22", hostname: odd'],
  ['postern/documents/windows_desktop', 'windows_desktop', 'v3', 'addr: 10.0.0.9, non_ad: true'],
  ['postern/documents/user_group', 'user_group', 'v1', 'Applications: [a]'],
  ['postern/documents/lock', 'lock', 'v2', 'target: { user: nobody }'],
  ['postern/documents/token', 'token', 'v2', 'roles: [Node], join_method: token'],
  ['postern/documents/integration', 'integration', 'v1', `aws_oidc: { role_arn: "${arn}" }`],
  ['postern/documents/cluster_auth_preference', 'cluster_auth_preference', 'v2', 'message_of_the_day: hello'],
  ['postern/documents/session_recording_config', 'session_recording_config', 'v2', 'mode: node'],
  ['postern/documents/cluster_networking_config', 'cluster_networking_config', 'v2', 'client_idle_timeout: 1h'],
  ['postern/inventory', 'app', 'v3', 'uri: http://127.0.0.1:9'],
];

type Endpoint = { method: string; path: string; body: Record<string, unknown> };
const endpoints: Endpoint[] = [
  ...texts.map(([path, kind, version, spec]) => ({
    method: 'POST',
    path,
    body: { content: content(kind, version, spec) },
  })),
  ...texts
    .filter(([path]) => path !== 'postern/inventory')
    .map(([path, kind, version, spec]) => ({
      method: 'PUT',
      path: `${path}/odd`,
      body: { content: content(kind, version, spec), ...(path.startsWith('postern') && { revision: '1' }) },
    })),
  ...['POST', 'PUT'].map((method) => ({
    method,
    path: 'users',
    body: { name: 'odd', roles: ['access'], traits: { logins: ['root'], kubeUsers: ['a'] } },
  })),
  { method: 'POST', path: 'users/password/token', body: { name: 'odd', type: 'invite', ttl: '1h' } },
  {
    method: 'POST',
    path: `${SITE}/databases`,
    body: {
      name: 'odd',
      protocol: 'postgres',
      uri: 'a.example.test:5432',
      labels: [{ name: 'env', value: 'dev' }],
      awsRds: { accountId: '123456789012', resourceId: 'db-1' },
    },
  },
  {
    method: 'PUT',
    path: `${SITE}/databases/odd`,
    body: { uri: 'b.example.test:5432', caCert: 'no certificate', labels: [{ name: 'env', value: 'dev' }] },
  },
  {
    method: 'POST',
    path: `${SITE}/integrations`,
    body: { name: 'odd', subKind: 'aws-oidc', awsoidc: { roleArn: arn } },
  },
  { method: 'PUT', path: `${SITE}/integrations/odd`, body: { awsoidc: { roleArn: arn } } },
  {
    method: 'POST',
    path: 'token',
    body: {
      roles: ['Node'],
      join_method: 'token',
      allow: [],
      suggested_agent_matcher_labels: { env: ['dev'] },
      github: {},
    },
  },
  { method: 'POST', path: `${SITE}/sign/db`, body: { hostname: 'odd', ttl: '1h' } },
  { method: 'PUT', path: `${SITE}/locks`, body: { targets: { user: 'nobody' }, message: 'why', ttl: '' } },
  {
    method: 'POST',
    path: `${SITE}/diagnostics/connections`,
    body: { resource_kind: 'node', resource_name: 'odd', ssh_principal: 'root', mfa_response: {} },
  },
  { method: 'POST', path: 'trustedclusters/validate', body: { token: 'x', certificate_authorities: [] } },
];
const labelled = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** All state that a call could have changed, except the log. */
const STATE = [
  'SELECT * FROM users ORDER BY name',
  'SELECT kind, name, revision, length(content), length(document), expires_ms FROM documents ORDER BY kind, name',
  'SELECT count(*), max(id) FROM revisions',
  'SELECT kind, key, label_set, origin, length(document), length(search) FROM inventory ORDER BY kind, key',
  'SELECT * FROM label_sets ORDER BY id',
  'SELECT * FROM settings ORDER BY name',
  'SELECT * FROM user_tokens ORDER BY id_hash',
  'SELECT * FROM web_sessions ORDER BY sid_hash',
];
const state = () => JSON.stringify(STATE.map((sql) => gateway.app.gateway.stores.db.all(sql)));

const isRefused = ({ status }: Answer) => status >= 400;
/**
 * A missing feature answers 501 with a sentence. An unreadable time of a lock is a 500 of the contract (http-resources
 * §15.2).
 */
const failed = ({ status, text }: Answer) =>
  status >= 500 && status !== 501 && !text.includes('"time: invalid duration ');
/** The state after the last call. Only an accepted call may have changed it. */
let present = '';

async function send(sent: Omit<Sent, 'path'> & { path: string }): Promise<Answer> {
  present ||= state();
  const startMs = performance.now();
  const answer = await admin.send({
    ...sent,
    path: `/v1/webapi/${sent.path}`,
    headers: { ...admin.signedIn, ...sent.headers },
  });
  const what = `${sent.method} ${sent.path.slice(0, 80)} ${JSON.stringify(sent.body ?? '').slice(0, 200)}: ${answer.text.slice(0, 300)}`;
  expect(performance.now() - startMs, what).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(failed(answer), what).toBe(false);
  if (isRefused(answer)) {
    expect(answer.text, what).not.toBe('');
    expect(state(), what).toBe(present);
  } else present = '';
  return answer;
}

const bodies: [what: string, body: string][] = [
  ['nothing', ''],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '1e999'],
  ['half an object', '{"content": '],
  ['a deep nest', `{"content":${'['.repeat(100_000)}`],
];

/** Objects that cause no change. */
const empties = [
  'null',
  JSON.stringify({ content: 'x'.repeat(6_000_000), name: 'big' }),
  '{"__proto__":{"name":"odd","content":"x"},"constructor":7}',
];

const malformedValues: unknown[] = [
  7,
  -1,
  true,
  null,
  [],
  {},
  [[]],
  [7],
  { a: [null] },
  'a\0b',
  '\ud800',
  '😀'.repeat(10),
  'x'.repeat(10_000),
];

/** The body with one value after the other replaced by each malformed value. */
function* spoilt(body: Record<string, unknown>): Generator<Record<string, unknown>> {
  for (const [key, value] of Object.entries(body)) {
    for (const other of malformedValues) yield { ...body, [key]: other };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of spoilt(value as Record<string, unknown>)) yield { ...body, [key]: inner };
  }
}

describe.each(labelled)('%s', (_label, { method, path, body }) => {
  test('refuses every invalid body', async () => {
    for (const [what, text] of bodies) {
      expect(isRefused(await send({ method, path, body: text })), what).toBe(true);
    }
    for (const text of empties) await send({ method, path, body: text });
    const type = { 'content-type': 'text/plain' };
    expect(isRefused(await send({ method, path, body, headers: type }))).toBe(true);
  });

  test('handles malformed values in each of its fields', async () => {
    for (const spoiltBody of spoilt(body)) await send({ method, path, body: spoiltBody });
  });
});

const NAMES = [
  'a%2Fb',
  '%2F',
  '%00',
  'a%00b',
  '%2E%2E',
  '..%2F..%2Fetc%2Fpasswd',
  '%F0%9F%98%80',
  '%',
  '%zz',
  '%ff',
  "'%20OR%201=1--",
  'x'.repeat(10_000),
  '%20',
  '__proto__',
];
const named: [method: string, path: string, body?: object][] = [
  ...endpoints
    .filter(({ path }) => path.endsWith('/odd'))
    .map(({ path, body }): [string, string, object] => ['PUT', path, body]),
  ...texts.map(([path]): [string, string] => ['DELETE', `${path}/odd`]),
  ...['users', `${SITE}/locks`, `${SITE}/integrations`].map((path): [string, string] => ['DELETE', `${path}/odd`]),
  ...['users', `${SITE}/databases`, `${SITE}/integrations`, 'postern/documents/role'].map((path): [string, string] => [
    'GET',
    `${path}/odd`,
  ]),
];

test.each(named)('%s %s handles hostile names in its path', async (method, path, body) => {
  for (const name of NAMES) {
    const answer = await send({ method, path: path.replace(/odd$/, name), ...(body && { body }) });
    expect(answer.status, name.slice(0, 40)).not.toBe(200);
  }
});

test.each(['roles', 'github', 'trustedcluster', 'users', `${SITE}/locks`, `${SITE}/integrations`])(
  'DELETE %s/… is refused for a name that nothing can have (resource-specs §25.3)',
  async (path) => {
    const { status, text } = await send({ method: 'DELETE', path: `${path}/a%20b` });
    expect([status, text]).toEqual([400, expect.stringContaining('special characters are not allowed')]);
  },
);

const started = { id: 'a', resource: '', stepStatus: 'DISCOVER_STATUS_SUCCESS' };
test.each<[path: string, body: object]>([
  ['capture', { event: 'tp.ui.discover.started', eventData: { ...started, selectedResourcesCount: 'two' } }],
  [`${SITE}/mfa/required`, { database: { service_name: 'a', protocol: 'postgres', database_name: 7 } }],
])('POST %s refuses a wrong type in a field without effect: %j', async (path, body) => {
  expect((await send({ method: 'POST', path, body })).status).toBe(400);
});

describe.each(texts)('a document for %s', (path, kind, version, spec) => {
  const whole = (metadata: string, rest = `spec: { ${spec} }`) =>
    `kind: ${kind}\nversion: ${version}\nmetadata: ${metadata}\n${rest}\n`;
  const documents = [
    'null',
    '[]',
    '"x"',
    '7',
    'a: [',
    '\tkind: role',
    '%YAML 9.9\n---\n',
    '\0',
    `kind: ${kind}\0`,
    '- - - -',
    '? [a]\n: b',
    '&a [*a]',
    '{{{{',
    '['.repeat(5000),
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c]\nmetadata: { name: odd, labels: *d }\nkind: ${kind}\nversion: ${version}\nspec: *d\n`,
    ...[
      'null',
      '[]',
      '7',
      'text',
      '{}',
      '{ name: null }',
      '{ name: [odd] }',
      '{ name: { a: b } }',
      '{ name: 7 }',
      '{ name: "" }',
      '{ name: " " }',
      '{ name: "a/b" }',
      '{ name: ".." }',
      '{ name: "a\\0b" }',
      '{ name: "\\ud83d\\ude00" }',
      `{ name: ${'x'.repeat(10_000)} }`,
      '{ name: __proto__ }',
      '{ name: odd, labels: [] }',
      '{ name: odd, labels: { "a\\0": b } }',
      '{ name: odd, labels: { a: { b: c } } }',
      '{ name: odd, expires: soon }',
      '{ name: odd, expires: 7 }',
      '{ name: odd, description: [] }',
    ].map((metadata) => whole(metadata)),
    ...[
      'spec: null',
      'spec: []',
      'spec: text',
      'spec: 7',
      '',
      `spec: { ${spec} }\nspec: {}`,
      'spec: { "\\0": x, __proto__: { a: b } }',
    ].map((rest) => whole('{ name: odd }', rest)),
    whole('{ name: odd }').replace(`version: ${version}`, 'version: [v9]'),
    whole('{ name: odd }').replace(`kind: ${kind}`, 'kind: [x]'),
  ];

  test('with any content gets an answer', async () => {
    for (const text of documents) {
      await send({ method: 'POST', path, body: { content: text } });
      if (path !== 'postern/inventory') await send({ method: 'PUT', path: `${path}/odd`, body: { content: text } });
    }
  });
});
