// Connection tests of Kubernetes clusters, over TLS, with a fake API server (http-resources §13.3).
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, writeBeside } from '../support/sshGateway.ts';
import { LOGIN } from '../support/terminalGateway.ts';
import { WebClient } from '../support/webClient.ts';

const PATH = '/sites/-current-/diagnostics/connections';
const ALL = ['CONNECTIVITY', 'RBAC_PRINCIPAL', 'RBAC_KUBE', 'KUBE_PRINCIPAL'];
const TOKEN = 'token-of-the-gateway';

type Trace = { traceType: string; status: string; details: string; error?: string };
type Result = { success: boolean; traces: Trace[] };
type Asked = { path: string; user: unknown; groups: unknown };

let cluster: Server;
let asked: Asked[];
let sshd: Sshd;
let gateway: Gateway;
let admin: WebClient;

beforeAll(async () => {
  sshd = await startSshd();
  const at = (name: string) => join(sshd.directory, name);
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', at('kube.key'), '-out', at('kube.crt')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files], {
    stdio: 'ignore',
  });
  asked = [];
  cluster = createServer(
    { key: readFileSync(at('kube.key')), cert: readFileSync(at('kube.crt')) },
    (request, response) => {
      const { url = '', headers } = request;
      asked.push({ path: url, user: headers['impersonate-user'], groups: headers['impersonate-group'] });
      const answer = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (headers.authorization !== `Bearer ${TOKEN}`) return answer(401, { kind: 'Status', message: 'Unauthorized' });
      if (url.includes('/kube-system/')) return answer(403, { kind: 'Status', message: 'pods is forbidden' });
      if (url.includes('/broken/')) return answer(500, { kind: 'Status', message: 'etcd is gone' });
      answer(200, { kind: 'PodList', items: [] });
    },
  );
  await once(cluster.listen(0, '127.0.0.1'), 'listening');
  const { port } = cluster.address() as AddressInfo;
  const config = (name: string, user: object, more: object = {}, address = `https://127.0.0.1:${port}`) => {
    const ca = { 'certificate-authority-data': readFileSync(at('kube.crt')).toString('base64') };
    const text = JSON.stringify({
      'current-context': 'one',
      contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: address, ...ca, ...more } }],
      users: [{ name: 'u', user }],
    });
    return { kubeconfig: writeBeside(sshd.directory, `${name}.json`, text) };
  };
  const kube = (name: string, connect?: object, spec?: object) => ({
    kind: 'kube_cluster',
    version: 'v3',
    metadata: { name, labels: { env: name.startsWith('hidden') ? 'secret' : 'prod' } },
    ...(spec && { spec }),
    ...(connect && { connect }),
  });
  const asDocument = (text: string) => ({ kubeconfig: Buffer.from(text).toString('base64') });
  const right = config('right', { token: TOKEN });
  gateway = await startGateway({
    config: JSON.stringify({
      cluster_name: 'example.test',
      auth: { second_factor: 'off' },
      inventory: [
        {
          kind: 'node',
          version: 'v2',
          sub_kind: 'openssh',
          metadata: { name: serverId(0) },
          spec: { addr: sshd.addr, hostname: 'jump' },
          connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
        },
        kube('right', right),
        kube('hidden', right),
        kube('through', { ...right, via: 'jump', via_login: LOGIN }),
        kube('document', undefined, asDocument(readFileSync(right.kubeconfig, 'utf8'))),
        kube('stranger', config('stranger', { token: 'another' })),
        kube('unchecked', config('unchecked', { token: TOKEN }, { 'certificate-authority-data': undefined })),
        kube('down', config('down', { token: TOKEN }, {}, 'https://127.0.0.1:1')),
        kube('program', config('program', { exec: { command: 'false' } })),
        kube('empty'),
      ],
    }),
  });
  admin = await WebClient.ofFirstInvite(gateway);
  const allow = { kubernetes_labels: { env: 'prod' }, kubernetes_groups: ['viewers', 'editors'] };
  const rules = [{ resources: ['connection_diagnostic'], verbs: ['*'] }];
  await admin.addRole('one-user', { allow: { ...allow, kubernetes_users: ['alice'], rules } });
  await admin.addRole('two-users', { allow: { ...allow, kubernetes_users: ['alice', 'bob'], rules } });
  await admin.addRole('only-groups', { allow: { ...allow, rules } });
  await admin.addRole('own-denied', { allow: { ...allow, rules }, deny: { kubernetes_users: ['*'] } });
  await admin.addRole('no-names', { allow: { kubernetes_labels: { env: 'prod' }, rules } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  cluster.close();
  await sshd.stop();
});

const people = new Map<string, Promise<WebClient>>();
const personWith = (role: string): Promise<WebClient> => {
  const person = people.get(role) ?? admin.invite(`with-${role}`, [role]);
  people.set(role, person);
  return person;
};
const run = async (name: string, more: object = {}, role = 'one-user'): Promise<Result> =>
  (await (
    await personWith(role)
  ).expect('POST', PATH, {
    resource_kind: 'kube_cluster',
    resource_name: name,
    ...more,
  })) as Result;
const types = ({ traces }: Result) => traces.map(({ traceType, status }) => `${traceType} ${status}`);
const lastOf = ({ traces }: Result): Trace => traces.at(-1) ?? { traceType: '', status: '', details: '' };

test.each(['right', 'through', 'document'])(
  'every step succeeds on %s with the user and groups of the roles',
  async (name) => {
    asked.length = 0;
    expect(types(await run(name))).toEqual(ALL.map((type) => `${type} SUCCESS`));
    expect(asked).toEqual([
      { path: '/api/v1/namespaces/default/pods?limit=1', user: 'alice', groups: 'viewers, editors' },
    ]);
  },
);

test('the request selects from the names that the roles allow', async () => {
  asked.length = 0;
  const kubernetes_impersonation = { kubernetes_user: 'bob', kubernetes_groups: ['viewers'] };
  await run('right', { kubernetes_impersonation, kubernetes_namespace: 'shop' }, 'two-users');
  expect(asked).toEqual([{ path: '/api/v1/namespaces/shop/pods?limit=1', user: 'bob', groups: 'viewers' }]);
});

test("without Kubernetes users in the roles only the user's own name can be selected", async () => {
  asked.length = 0;
  const as = (kubernetes_user: string) =>
    run('right', { kubernetes_impersonation: { kubernetes_user } }, 'only-groups');
  expect(types(await as('with-only-groups'))).toEqual(ALL.map((type) => `${type} SUCCESS`));
  expect(asked).toMatchObject([{ user: 'with-only-groups', groups: 'viewers, editors' }]);
  expect(types(await as('alice'))).toEqual(['RBAC_PRINCIPAL FAILED']);
});

test('a namespace with slashes is not sent to the cluster', async () => {
  asked.length = 0;
  const person = await personWith('one-user');
  const test = { resource_kind: 'kube_cluster', resource_name: 'right', kubernetes_namespace: 'a/services/b/proxy' };
  expect((await person.request('POST', PATH, test)).status).toBe(400);
  expect(asked).toEqual([]);
});

test.each(['down', 'unchecked', 'program', 'empty', 'no-such-cluster'])('%s fails CONNECTIVITY', async (name) => {
  const result = await run(name);
  expect(types(result)).toEqual(['CONNECTIVITY FAILED']);
  expect(JSON.stringify(result)).not.toContain(sshd.directory);
  expect(JSON.stringify(result)).not.toContain(TOKEN);
});

test.each([
  ['one-user', { kubernetes_impersonation: { kubernetes_user: 'root' } }],
  ['one-user', { kubernetes_impersonation: { kubernetes_groups: ['system:masters'] } }],
  ['two-users', {}],
  ['no-names', {}],
  ['own-denied', {}],
])('missing, ambiguous or denied Kubernetes users fail RBAC_PRINCIPAL: %s %o', async (role, more) => {
  asked.length = 0;
  expect(types(await run('right', more, role))).toEqual(['RBAC_PRINCIPAL FAILED']);
  expect(asked).toEqual([]);
});

test('a cluster whose labels no role allows fails RBAC_KUBE', async () => {
  expect(types(await run('hidden'))).toEqual(['RBAC_KUBE FAILED']);
});

test('a cluster that refuses the list of pods fails KUBE_PRINCIPAL', async () => {
  const refused = await run('right', { kubernetes_namespace: 'kube-system' });
  expect(types(refused)).toEqual([...ALL.slice(0, 3).map((type) => `${type} SUCCESS`), 'KUBE_PRINCIPAL FAILED']);
  expect(lastOf(refused).error).toBe('pods is forbidden');
  expect(lastOf(await run('stranger')).traceType).toBe('KUBE_PRINCIPAL');
});

test("another error of the cluster is an UNKNOWN_ERROR with the cluster's message", async () => {
  const result = await run('right', { kubernetes_namespace: 'broken' });
  expect(lastOf(result)).toMatchObject({ traceType: 'UNKNOWN_ERROR', error: 'etcd is gone' });
});
