// Connection settings of the console: no secret is returned, or sent to another server than that for which it
// was entered.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';

const SECRET = 'Canary-of-the-shop';
const LOGIN = userInfo().username;
const EVENT_LOOP_MAX_MS = 50;

let gateway: InProcess;
let admin: ApiClient;
/** A user who may change the resources of one team, and may reach no server. */
let mallory: ApiClient;
let log = '';
/** A server that accepts every request. */
let thief: Server;
let visits = 0;

const rules = [
  {
    resources: ['db', 'app', 'kube_cluster', 'windows_desktop'],
    verbs: ['list', 'create', 'read', 'update', 'delete'],
  },
  { resources: ['db_server', 'app_server', 'connection_diagnostic'], verbs: ['list', 'create', 'read', 'update'] },
];
const team = { team: 'shop' };
const allow = {
  db_labels: team,
  db_users: ['*'],
  db_names: ['*'],
  app_labels: team,
  kubernetes_labels: team,
  kubernetes_users: ['dev'],
  windows_desktop_labels: team,
  windows_desktop_logins: ['lab'],
  rules,
};

beforeAll(async () => {
  thief = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined).destroy();
  });
  await once(thief.listen(0, '127.0.0.1'), 'listening');
  const node = (name: string, labels: object) => ({
    kind: 'node' as const,
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { name: `00000000-0000-4000-8000-00000000010${name}`, labels: labels as Record<string, string> },
    spec: { addr: '127.0.0.1:1', hostname: `host-${name}` },
  });
  gateway = await startInProcess({ inventory: [node('1', team), node('2', { team: 'vault' })] }, undefined, {
    logStream: { write: (line) => (log += line) },
  });
  admin = await gateway.admin();
  await addRole(admin, 'all', { allow: { ...allow, node_labels: team, logins: [LOGIN] } });
  await addRole(admin, 'changer', { allow });
  await addRole(admin, 'no-forwarding', {
    allow: { ...allow, node_labels: team, logins: [LOGIN] },
    options: { port_forwarding: false },
  });
  await addRole(admin, 'reader', {
    allow: { ...allow, rules: [{ resources: ['db', 'db_server'], verbs: ['list', 'read'] }] },
  });
  const boss = await gateway.user(admin, 'boss', ['all', 'editor', 'auditor']);
  mallory = await gateway.user(admin, 'mallory', ['changer']);
  admin = boss;
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  thief.close();
});
beforeEach(() => {
  visits = 0;
});

const stolen = () => `127.0.0.1:${(thief.address() as AddressInfo).port}`;
let names = 0;
const document = (kind: string, spec: object, name: string, labels: object = team) =>
  JSON.stringify({ kind, version: 'v3', metadata: { name, labels }, spec });
async function create(kind: string, spec: object, labels?: object): Promise<string> {
  const name = `it-${(names += 1)}`;
  const answer = await admin.call('POST', `postern/documents/${kind}`, { content: document(kind, spec, name, labels) });
  if (answer.status !== 200) throw new Error(answer.text);
  return name;
}
const set = (kind: string, name: string, connect: unknown, by = admin): Promise<Answer> =>
  by.call('PUT', `postern/connect/${kind}/${name}`, { connect });
const get = async (kind: string, name: string, by = admin) =>
  (await by.call('GET', `postern/connect/${kind}/${name}`)).json;
const refusal = async (answer: Promise<Answer>) => {
  const { status, json } = await answer;
  return `${status} ${(json as { error?: { message: string } }).error?.message ?? ''}`;
};
const tested = async (body: object, by = mallory) => {
  const { json } = await by.call('POST', `${SITE}/diagnostics/connections`, body);
  return (json as { traces: { error?: string }[] }).traces.at(-1)?.error;
};
const testDatabase = (name: string) =>
  tested({ resource_kind: 'db', resource_name: name, database_user: 'ann', database_name: 'shop' });

const DB = { protocol: 'postgres', uri: 'db.example.test:5432' };
const HOME = { connect: { password: true }, source: 'console', stale: false };
const STALE = { connect: { password: true }, source: 'console', stale: true };

describe('a password is sent only to the address for which it was entered', () => {
  const changes: [string, (name: string) => Promise<Answer>][] = [
    ['a write of the database', (name) => mallory.call('PUT', `${SITE}/databases/${name}`, { uri: stolen() })],
    [
      'a write of the document',
      (name) =>
        mallory.call('PUT', `postern/documents/db/${name}`, {
          content: document('db', { ...DB, uri: stolen() }, name),
        }),
    ],
    [
      'less TLS in the document',
      (name) =>
        mallory.call('PUT', `postern/documents/db/${name}`, {
          content: document('db', { ...DB, tls: { mode: 'insecure' } }, name),
        }),
    ],
    [
      'an authority of the attacker',
      (name) => mallory.call('PUT', `${SITE}/databases/${name}`, { caCert: selfSigned().cert }),
    ],
    [
      'another protocol',
      (name) =>
        mallory.call('PUT', `postern/documents/db/${name}`, {
          content: document('db', { ...DB, protocol: 'mysql' }, name),
        }),
    ],
  ];
  test.each(changes)('it is not sent after %s', async (_, change) => {
    const name = await create('db', DB);
    expect((await set('db', name, { password: SECRET })).json).toMatchObject(HOME);
    expect((await change(name)).status).toBe(200);
    expect(await get('db', name)).toMatchObject(STALE);
    expect(await testDatabase(name)).toMatch(/^The address has changed since the password for .* was set/);
    expect(visits).toBe(0);
    expect(await refusal(set('db', name, {}, mallory))).toMatch(/^400 password: it was set for another address/);
    expect(await refusal(set('db', name, { password: true }, mallory))).toMatch(/^400 password: /);
    // The attacker's own password is not a secret.
    expect((await set('db', name, { password: 'own' }, mallory)).json).toMatchObject(HOME);
    await testDatabase(name);
    expect((await set('db', name, {}, mallory)).json).toMatchObject(HOME);
  });

  test('it is not sent after an old revision is restored, and is sent again once that is undone', async () => {
    const name = await create('db', { ...DB, uri: stolen() });
    const old = (await admin.call('GET', `postern/documents/db/${name}`)).json as { content: string };
    await admin.call('PUT', `postern/documents/db/${name}`, { content: document('db', DB, name) });
    await set('db', name, { password: SECRET });
    expect((await mallory.call('PUT', `postern/documents/db/${name}`, { content: old.content })).status).toBe(200);
    expect(await get('db', name)).toMatchObject(STALE);
    await testDatabase(name);
    expect(visits).toBe(0);
    await mallory.call('PUT', `postern/documents/db/${name}`, { content: document('db', DB, name) });
    expect(await get('db', name)).toMatchObject(HOME);
  });

  test('it is not sent to a changed address after the gateway has reloaded its inventory', async () => {
    const name = await create('db', DB);
    await set('db', name, { password: SECRET });
    await mallory.call('PUT', `${SITE}/databases/${name}`, { uri: stolen() });
    const { restoreDynamic } = await import('../../gateway/inventory/dynamic.ts');
    restoreDynamic(gateway.app.gateway);
    await testDatabase(name);
    expect(visits).toBe(0);
  });

  test.each([
    ['less TLS', { tls: { mode: 'insecure' } }],
    ['another name in the certificate', { tls: { server_name: 'evil.test' } }],
    ['another authority', { tls: { ca: selfSigned().cert } }],
    ['a server in between', { via: 'host-1', via_login: LOGIN }],
  ])('settings with %s require the password again', async (_, connect) => {
    const name = await create('db', DB);
    await set('db', name, { password: SECRET });
    expect(await refusal(set('db', name, connect))).toMatch(/^400 password: it was set for another address/);
    expect((await set('db', name, { ...connect, password: null })).status).toBe(200);
    expect(JSON.stringify(await get('db', name))).not.toContain('password');
  });

  test('the password of a desktop applies to its address and its certificate', async () => {
    const name = await create('windows_desktop', { addr: 'lab.example.test:3389' });
    const rdp = { user: 'lab', password: SECRET, fingerprint: 'ab'.repeat(32) };
    await set('windows_desktop', name, { rdp });
    const changed = { user: 'lab', fingerprint: 'cd'.repeat(32) };
    expect(await refusal(set('windows_desktop', name, { rdp: changed }))).toMatch(/^400 rdp\.password: /);
    await mallory.call('PUT', `postern/documents/windows_desktop/${name}`, {
      content: document('windows_desktop', { addr: stolen() }, name),
    });
    expect(await get('windows_desktop', name)).toMatchObject({ stale: true });
  });

  test('a kubeconfig of the document cannot be used through another server', async () => {
    const kubeconfig = Buffer.from(config()).toString('base64');
    const name = await create('kube_cluster', { kubeconfig });
    expect(await refusal(set('kube_cluster', name, { via: 'host-1', via_login: LOGIN }))).toMatch(/^400 kubeconfig: /);
  });
});

const config = (user: object = { token: SECRET }, cluster: object = {}, server = 'https://kube.example.test') =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
  });

describe('a server in between', () => {
  test.each([
    ['that does not exist', 'host-3', LOGIN],
    ['that the roles do not allow', 'host-2', LOGIN],
    ['with a login that they do not allow', 'host-1', 'nobody-else'],
    ['with a path as its name', '../../etc', LOGIN],
  ])('%s is refused with the same message', async (_, via, via_login) => {
    const name = await create('app', { uri: 'http://10.0.0.1' });
    const answer = await refusal(set('app', name, { via, via_login }));
    expect(answer).toBe(`400 via: there is no server "${via}" that your roles let you log in to as ${via_login}`);
  });

  test('requires port forwarding', async () => {
    const name = await create('app', { uri: 'http://10.0.0.1' });
    const user = await gateway.user(await gateway.user(admin, 'helper', ['editor']), 'cut', ['no-forwarding']);
    expect(await refusal(set('app', name, { via: 'host-1', via_login: LOGIN }, user))).toMatch(/port forwarding/);
  });

  test('gives other users no access to addresses behind it', async () => {
    const name = await create('app', { uri: 'http://10.0.0.1/start' });
    await set('app', name, { via: 'host-1', via_login: LOGIN });
    const entry = () =>
      gateway.app.gateway.stores.inventory.all('app').find(({ document: { metadata } }) => metadata.name === name);
    expect(entry()?.connect).toEqual({
      via: 'app',
      through: { server: '00000000-0000-4000-8000-000000000101', login: LOGIN },
    });
    const write = (uri: string) =>
      mallory.call('PUT', `postern/documents/app/${name}`, { content: document('app', { uri }, name) });
    await write('http://10.0.0.1/other');
    expect(entry()?.connect).not.toHaveProperty('through.elsewhere');
    await write('http://10.0.0.2/');
    expect(entry()?.connect).toHaveProperty('through.elsewhere', true);
    const dial = gateway.app.gateway.dialer.dial(
      { host: '10.0.0.2', port: 80 },
      (entry()!.connect as unknown as { through: never }).through,
    );
    await expect(dial).rejects.toThrow('the address has changed since the connection settings were set');
  });
});

describe('access to settings', () => {
  test.each(['GET', 'PUT', 'DELETE'])('%s requires the rules of the document', async (method) => {
    const name = await create('db', DB);
    const reader = await gateway.user(await gateway.user(admin, `h-${method}`, ['editor']), `r-${method}`, ['reader']);
    const body = method === 'PUT' ? { connect: { password: 'x' } } : undefined;
    expect((await reader.call(method, `postern/connect/db/${name}`, body)).status).toBe(403);
    const anonymous = await gateway.client().send({ method, path: `/v1/webapi/postern/connect/db/${name}` });
    expect(anonymous.status).toBe(403);
  });
  test.each(['GET', 'PUT', 'DELETE'])('%s requires a role for the labels of the resource', async (method) => {
    const name = `vault-${method.toLowerCase()}`;
    gateway.app.gateway.stores.documents.put(
      {
        kind: 'windows_desktop',
        name,
        content: '',
        document: {
          kind: 'windows_desktop',
          version: 'v3',
          metadata: { name, labels: { team: 'vault' } },
          spec: { addr: 'h' },
        },
      },
      { by: 'x', nowMs: 0 },
    );
    const body = method === 'PUT' ? { connect: {} } : undefined;
    expect((await mallory.call(method, `postern/connect/windows_desktop/${name}`, body)).status).toBe(403);
  });
  test('is refused to a locked user', async () => {
    const name = await create('db', DB);
    const user = await gateway.user(await gateway.user(admin, 'h-locked', ['editor']), 'locked', ['changer']);
    expect((await set('db', name, {}, user)).status).toBe(200);
    await admin.call('PUT', `${SITE}/locks`, { targets: { user: 'locked' }, message: 'x', ttl: '1h' });
    expect((await set('db', name, {}, user)).status).toBe(403);
  });
  test.each(['role', 'node', 'user_group', 'nothing', '..%2fdb', '__proto__'])('returns 404 for %s', async (kind) => {
    expect((await admin.call('GET', `postern/connect/${kind}/x`)).status).toBe(404);
  });
});

describe('invalid settings', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const locked = small.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();
  test.each([
    ['db', { password_file: '/etc/shadow' }, 'unknown key password_file'],
    ['db', { tls: { ca_file: '/etc/passwd' } }, 'unknown key tls.ca_file'],
    ['db', { tls: { ca: '/etc/passwd' } }, 'tls.ca: expected a certificate (PEM)'],
    ['db', { tls: { key: SECRET } }, 'tls.key: expected a private key (PEM)'],
    ['db', { tls: { key: locked } }, 'tls.key: the private key is encrypted'],
    ['db', { tls: { ca: selfSigned().cert.repeat(21) } }, 'tls.ca: there are more than 20 certificates'],
    ['db', { password: `${SECRET}\0x` }, 'password: expected one line'],
    ['db', { password: `${SECRET}\nx` }, 'password: expected one line'],
    ['db', { password: [SECRET] }, 'password: expected one line'],
    ['db', { password: '' }, 'password: expected one line'],
    ['db', { user_map: { 'a\0b': {} } }, 'user_map'],
    ['db', { user_map: { a: { user: 'x\0database\0y' } } }, 'user_map.a.user: expected one line'],
    ['db', { user_map: { a: SECRET } }, 'user_map.a: expected a mapping'],
    [
      'db',
      { user_map: JSON.parse('{"__proto__": {"admin": true}}') as object },
      'unknown key user_map.__proto__.admin',
    ],
    ['db', { via: 'x'.repeat(301) }, 'via: expected one line'],
    ['db', { tls: { mode: 'none' } }, 'tls.mode: expected one of'],
    ['app', { dump_headers: true }, 'unknown key dump_headers'],
    ['kube_cluster', { kubeconfig: '/etc/kubernetes/admin.conf' }, 'kubeconfig: The kubeconfig cannot be used'],
    [
      'kube_cluster',
      { kubeconfig: config({ exec: { command: 'sh' } }) },
      'kubeconfig: The kubeconfig cannot be used: exec runs a program',
    ],
    [
      'kube_cluster',
      { kubeconfig: config({ 'auth-provider': { name: 'gcp' } }) },
      'kubeconfig: The kubeconfig cannot be used: auth-provider',
    ],
    [
      'kube_cluster',
      { kubeconfig: config({ tokenFile: '/etc/shadow' }) },
      'kubeconfig: The kubeconfig cannot be used: tokenFile names a file',
    ],
    [
      'kube_cluster',
      { kubeconfig: config({}, { 'certificate-authority': '/x' }) },
      'kubeconfig: The kubeconfig cannot be used: certificate-authority',
    ],
    [
      'windows_desktop',
      { vnc: { password: 'a' }, rdp: { user: 'b', password: SECRET } },
      'expected vnc or rdp, not both',
    ],
    ['windows_desktop', { rdp: { user: 'b' } }, 'rdp.password is missing'],
    ['windows_desktop', { rdp: { user: 'b', password: `${SECRET}\n/shell:sh` } }, 'rdp.password: expected one line'],
    ['db', 'text', 'request: connect must be an object'],
    ['db', [], 'request: connect must be an object'],
    ['db', { password: 'x'.repeat(70_000) }, 'request: connect has more than 65536 characters'],
  ])('%s %j', async (kind, connect, message) => {
    const specs: Record<string, object> = { db: DB, app: { uri: 'http://h' }, windows_desktop: { addr: 'h' } };
    const name = await create(kind, specs[kind] ?? {});
    const answer = await refusal(set(kind, name, connect));
    expect(answer).toContain(`400 ${message}`);
    expect(answer).not.toContain(SECRET);
    expect(await get(kind, name)).toMatchObject({ source: 'none' });
  });

  test.each([
    ['a deep kubeconfig', { kubeconfig: `a: ${'['.repeat(30_000)}` }],
    ['a kubeconfig of aliases', { kubeconfig: `a: &a [1]\n${'b: [*a, *a, *a, *a]\n'.repeat(2500)}` }],
    ['a kubeconfig of many values', { kubeconfig: `[${'1,'.repeat(30_000)}1]` }],
  ])('%s is refused, and parsed in a thread', async (_, connect) => {
    const name = await create('kube_cluster', {});
    const inThread = vi.spyOn(gateway.app.gateway.tasks, 'value');
    onTestFinished(() => inThread.mockRestore());
    expect((await set('kube_cluster', name, connect)).status).toBe(400);
    expect(inThread).toHaveBeenCalledExactlyOnceWith('parseText', { text: connect.kubeconfig }, expect.anything());
  });

  test('only one context of a kubeconfig is stored', async () => {
    const name = await create('kube_cluster', {});
    const much = JSON.parse(config()) as { contexts: object[]; users: { user: object }[] };
    much.contexts.push({ name: 'other', context: { cluster: 'c', user: 'u' } });
    Object.assign(much.users[0]?.user ?? {}, { extensions: '1,'.repeat(10_000) });
    expect((await set('kube_cluster', name, { kubeconfig: JSON.stringify(much) })).status).toBe(200);
    const entry = gateway.app.gateway.stores.inventory.find('kube_cluster', name);
    expect(JSON.stringify(entry?.connect).length).toBeLessThan(500);
    expect(await refusal(set('kube_cluster', name, { context: 'other' }))).toMatch(/^400 kubeconfig: /);
  });

  test('a hostile key is refused quickly', () => {
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'M'.repeat(64)}\n`.repeat(900);
    const started = performance.now();
    expect(() => createPrivateKey(pem)).toThrow();
    expect(performance.now() - started).toBeLessThan(EVENT_LOOP_MAX_MS);
  });
});

test('no secret is in an answer, the log, an event, a list or a document', async () => {
  const name = await create('db', DB);
  const { key, cert } = selfSigned();
  const connect = { password: SECRET, user_map: { a: { password: `${SECRET}-a` } }, tls: { key, cert } };
  const answers = [
    await set('db', name, connect),
    await set('db', name, { ...connect, unknown: SECRET }),
    await admin.call('GET', `postern/connect/db/${name}`),
    await admin.call('GET', `postern/documents/db/${name}`),
    await admin.call('GET', `postern/history/db/${name}`),
    await admin.call('GET', 'postern/inventory'),
    await admin.call('GET', `${SITE}/databases`),
    await admin.call('GET', `${SITE}/databases/${name}`),
    await admin.call('GET', `${SITE}/events/search?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z&limit=1000`),
  ];
  await testDatabase(name);
  for (const { text } of answers) for (const value of [SECRET, key]) expect(text).not.toContain(value);
  expect(log.length).toBeGreaterThan(1000);
  for (const value of [SECRET, key.slice(30, 60)]) expect(log).not.toContain(value);
});

test('200 writes leave one row', async () => {
  const name = await create('db', DB);
  for (let i = 0; i < 200; i += 1) await set('db', name, { password: `p-${i}` });
  const rows = gateway.app.gateway.stores.db.all<{ n: number }>(
    'SELECT count(*) AS n FROM connect_settings WHERE name = ?',
    name,
  );
  expect(rows).toEqual([{ n: 1 }]);
});
