// Large, slow, broken or hostile clusters, and the connection through an SSH server (http-resources §22, streams §12).
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKubernetes, type Kubernetes } from '../support/kubernetes.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const ROOT = '/postern/sites/-current-/kubernetes';
const PODS = 5_000;
let kubernetes: Kubernetes;
let sshd: Sshd;
let faultyServer: Server;
let gateway: TerminalGateway;
let dev: WebClient;
let directory: string;

/** Its containers and its statuses have no name in common. */
const widePod = () => ({
  spec: { containers: Array.from({ length: 5000 }, (_, i) => ({ name: `c${i}` })) },
  status: { containerStatuses: Array.from({ length: 5000 }, (_, i) => ({ name: `s${i}` })) },
});

beforeAll(async () => {
  const pods = Array.from({ length: PODS }, (_, i) => ({ namespace: `n${i % 10}`, name: `pod-${i}` }));
  [kubernetes, sshd] = await Promise.all([startKubernetes(pods, ['dev']), startSshd()]);
  // Behaves by the first part of the path: garbage, endless, silent, circular, wrong shapes.
  faultyServer = createServer((request, response) => {
    const kind = request.url?.split('/')[1];
    if (kind === 'garbage') return void response.end('<html>{{{');
    if (kind === 'shapes')
      return void response.end(
        JSON.stringify({ items: [null, 1, { metadata: 'x', spec: { containers: { a: 1 } } }], metadata: 3 }),
      );
    if (kind === 'wide') return void response.end(JSON.stringify({ items: [widePod()] }));
    if (kind === 'circles')
      return void response.end(
        JSON.stringify({ items: [{ metadata: { name: 'a', namespace: 'b' } }], metadata: { continue: 'again' } }),
      );
    if (kind !== 'endless') return;
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(100_000)));
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => faultyServer.listen(0, '127.0.0.1', resolve));
  directory = mkdtempSync(join(tmpdir(), 'postern-kubeconfigs-'));
  const cluster = (name: string, kubeconfig: string, connect: object = {}) => {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, kubeconfig);
    return {
      kind: 'kube_cluster',
      version: 'v3',
      metadata: { name, labels: { env: 'dev' } },
      spec: {},
      connect: { kubeconfig: file, ...connect },
    };
  };
  const faultyCluster = (kind: string) =>
    cluster(
      kind,
      kubernetes.kubeconfig('token', (config) => {
        config.clusters[0]!.cluster = {
          server: `http://127.0.0.1:${(faultyServer.address() as AddressInfo).port}/${kind}`,
        };
        return config;
      }),
    );
  gateway = await startTerminalGateway({
    config: JSON.stringify({
      cluster_name: 'example.test',
      auth: { second_factor: 'off' },
      admin: { name: 'admin', logins: ['root'] },
      node: { name: 'node-1' },
      inventory: [
        {
          kind: 'node',
          version: 'v2',
          sub_kind: 'openssh',
          metadata: { name: '00000000-0000-4000-8000-000000000009', labels: {} },
          spec: { addr: sshd.addr, hostname: 'bastion' },
          connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
        },
        cluster('big', kubernetes.kubeconfig()),
        cluster('behind', kubernetes.kubeconfig(), { via: 'bastion', via_login: userInfo().username }),
        ...['garbage', 'shapes', 'circles', 'endless', 'never', 'wide'].map(faultyCluster),
      ],
    }),
  });
  await gateway.admin.addRole('dev', {
    allow: {
      kubernetes_labels: { '*': '*' },
      kubernetes_users: ['dev'],
      kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }],
      rules: [{ resources: ['kube_server'], verbs: ['list', 'read'] }],
    },
  });
  dev = await gateway.admin.invite('dan', ['dev']);
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await kubernetes.stop();
  await sshd.stop();
  faultyServer.closeAllConnections();
  faultyServer.close();
  rmSync(directory, { recursive: true, force: true });
});

test('5 000 pods are listed while other requests are answered', async () => {
  const waits: number[] = [];
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      const since = performance.now();
      await (await fetch(`${gateway.base}/v1/webapi/motd`)).text();
      waits.push(performance.now() - since);
    }
  })();
  const { items } = await dev.expect('GET', `${ROOT}/big/pods`);
  over.abort();
  await others;
  expect(items).toHaveLength(PODS);
  waits.sort((a, b) => a - b);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(50);
});

test.each([
  ['garbage', 502, /did not answer with JSON/],
  ['endless', 502, /longer than 4 MB/],
  ['never', 502, /did not answer in time|connection to the API server broke/],
])('the answer %s of an API server is reported', async (cluster, status, text) => {
  const answer = await dev.get(`${ROOT}/${cluster}/pods`);
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(text)]);
});

test('pending lists from a server that does not answer are limited per user', async () => {
  const eve = await gateway.admin.invite('eve', ['dev']);
  const stop = new AbortController();
  const options = { headers: dev.signedIn, signal: stop.signal };
  const refused: number[] = [];
  const asked = Array.from({ length: 50 }, async () => {
    const { status } = await fetch(`${gateway.base}/v1/webapi${ROOT}/never/pods`, options);
    refused.push(status);
  });
  await expect.poll(() => refused).toEqual(Array(30).fill(429));
  expect((await eve.expect('GET', `${ROOT}/shapes/pods`)).items).toHaveLength(3);
  stop.abort();
  await Promise.allSettled(asked);
  await expect.poll(async () => (await dev.get(`${ROOT}/shapes/pods`)).status).toBe(200);
}, 60_000);

test.each([`${ROOT}/never/pods`, '/sites/-current-/pods?kubeCluster=never'])(
  'a pending list ends with a lock: %s',
  async (path) => {
    const eve = await gateway.admin.invite(`eve-${path.length}`, ['dev']);
    const asked = once(faultyServer, 'request');
    const listing = eve.get(path);
    await asked;
    await gateway.admin.expect('PUT', '/sites/-current-/locks', { targets: { user: `eve-${path.length}` } });
    expect((await listing).status).toBe(403);
  },
);

test('objects with wrong shapes are listed, and a list stops if the pages of an API server repeat', async () => {
  expect((await dev.expect('GET', `${ROOT}/shapes/pods`)).items).toHaveLength(3);
  expect((await dev.expect('GET', `${ROOT}/circles/pods`)).items).toHaveLength(2);
});

test('a pod with thousands of containers delays no other user', async () => {
  const startedMs = performance.now();
  const { items } = await dev.expect('GET', `${ROOT}/wide/pods`);
  expect(performance.now() - startedMs).toBeLessThan(1000);
  expect(items[0].containers).toHaveLength(500);
});

test('a namespace with a parent path leaves no open connection', async () => {
  const connections = () =>
    new Promise<number>((resolve) => faultyServer.getConnections((_error, count) => resolve(count)));
  const before = await connections();
  for (let i = 0; i < 20; i++) expect((await dev.get(`${ROOT}/shapes/pods?namespace=..`)).status).toBe(400);
  await expect.poll(connections).toBeLessThanOrEqual(before);
});

test('a cluster behind an SSH server lists pods and opens a shell', async () => {
  expect(await dev.expect('GET', `${ROOT}/behind/pods/n1/pod-1`)).toMatchObject({ name: 'pod-1' });
  const shell = dev.terminal({ login: '-', server_id: 'kubernetes/behind/n1/pod-1/app', term: SIZE });
  await shell.session();
  shell.type('echo $((6*7))-ok\n');
  await shell.sees('42-ok');
  shell.close();
});

test.each(['kubernetes/big/../pod-1/app', 'kubernetes/big/n1/..%2fpod/app', 'kubernetes/big/n1/pod-1/app?command=id'])(
  'the address %s opens no connection',
  async (server_id) => {
    kubernetes.seen.length = 0;
    const shell = dev.terminal({ login: '-', server_id, term: SIZE });
    await shell.opened;
    await shell.closed;
    expect(kubernetes.seen).toEqual([]);
  },
);

test('another user’s token opens no shell', async () => {
  const shell = dev.terminal(
    { login: '-', server_id: 'kubernetes/big/n1/pod-1/app', term: SIZE },
    { token: gateway.admin.bearer },
  );
  expect((await shell.opened)?.status).toBe(403);
});

test('the log contains no credential of the cluster', () => {
  expect(gateway.log()).not.toContain('the-token-of-the-gateway');
});
