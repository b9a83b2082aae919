// Kubernetes clusters: lists, logs and shells in containers, with an API server of the tests (http-resources §22).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startKubernetes, type Kubernetes } from '../support/kubernetes.ts';
import { SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const ROOT = '/postern/sites/-current-/kubernetes';
let kubernetes: Kubernetes;
let gateway: TerminalGateway;
let dev: WebClient;
let writer: WebClient;
let directory: string;

const role = (allow: object, deny: object = {}) => ({
  allow: {
    kubernetes_labels: { '*': '*' },
    rules: [{ resources: ['kube_server', 'session', 'ssh_session', 'session_tracker'], verbs: ['list', 'read'] }],
    ...allow,
  },
  deny,
});
const pods = (namespace: string, name: string) => [{ kind: 'pod', namespace, name }];

const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { error: { message: string } }).error.message;

beforeAll(async () => {
  kubernetes = await startKubernetes(
    [
      { namespace: 'default', name: 'web-1', containers: ['app', 'side'], log: ['one', 'two', 'three'] },
      { namespace: 'default', name: 'web-2', labels: { app: 'web' } },
      { namespace: 'default', name: 'secret-1' },
      { namespace: 'kube-system', name: 'dns' },
    ],
    ['dev', 'other'],
  );
  directory = mkdtempSync(join(tmpdir(), 'postern-kubeconfigs-'));
  const cluster = (name: string, text: string) => {
    const file = join(directory, `${name}.json`);
    writeFileSync(file, text);
    return {
      kind: 'kube_cluster',
      version: 'v3',
      metadata: { name, labels: { env: 'dev' } },
      spec: {},
      connect: { kubeconfig: file },
    };
  };
  const inventory = [
    cluster('eu-1', kubernetes.kubeconfig()),
    cluster('by-certificate', kubernetes.kubeconfig('certificate')),
    cluster('wrong-token', kubernetes.kubeconfig('wrong-token')),
    cluster(
      'untrusted',
      kubernetes.kubeconfig('token', (config) => {
        delete config.clusters[0]!.cluster['certificate-authority-data'];
        return config;
      }),
    ),
    cluster(
      'nobody-there',
      kubernetes.kubeconfig('token', (config) => {
        config.clusters[0]!.cluster['server'] = 'https://127.0.0.1:1';
        return config;
      }),
    ),
  ];
  gateway = await startTerminalGateway({
    config: JSON.stringify({
      cluster_name: 'example.test',
      auth: { second_factor: 'off' },
      admin: { name: 'admin', logins: ['root'] },
      node: { name: 'node-1' },
      inventory,
    }),
  });
  const { admin } = gateway;
  await admin.addRole(
    'dev',
    role(
      { kubernetes_users: ['dev'], kubernetes_groups: ['viewers', 'ops'], kubernetes_resources: pods('*', '*') },
      {
        kubernetes_resources: [...pods('*', 'secret-*'), ...pods('kube-system', '*')],
      },
    ),
  );
  await admin.addRole('nobody', role({ kubernetes_users: ['mallory'], kubernetes_resources: pods('*', '*') }));
  await admin.addRole(
    'watcher',
    role({
      kubernetes_users: ['other'],
      join_sessions: [{ name: 'j', roles: ['dev'], kinds: ['k8s'], modes: ['observer'] }],
    }),
  );
  await admin.addRole('writer', {
    allow: { kubernetes_labels: { '*': '*' }, rules: [{ resources: ['kube_cluster'], verbs: ['*'] }] },
  });
  writer = await admin.invite('will', ['writer']);
  dev = await admin.invite('dan', ['dev']);
}, 240_000);
beforeEach(() => void (kubernetes.seen.length = 0));
afterAll(async () => {
  await gateway.stop();
  await kubernetes.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('the stand-in API server works with the official client', async () => {
  const config = new KubeConfig();
  config.loadFromString(kubernetes.kubeconfig());
  const list = await config.makeApiClient(CoreV1Api).listNamespacedPod({ namespace: 'default', limit: 2 });
  expect(list.items.map(({ metadata }) => metadata?.name)).toEqual(['web-1', 'web-2']);
  expect(list.metadata?._continue).toBe('2');
  config.loadFromString(kubernetes.kubeconfig('wrong-token'));
  await expect(config.makeApiClient(CoreV1Api).listNamespace()).rejects.toMatchObject({ code: 401 });
});

describe('lists', () => {
  test.each(['eu-1', 'by-certificate'])(
    'contain the pods that the roles allow, read as the user: %s',
    async (cluster) => {
      const { items } = await dev.expect('GET', `${ROOT}/${cluster}/pods`);
      expect(items.map(({ name }: { name: string }) => name)).toEqual(['web-1', 'web-2']);
      expect(items[0]).toMatchObject({
        namespace: 'default',
        status: 'Running',
        ready: 2,
        restarts: 4,
        node: 'node-1',
        containers: [{ name: 'app', state: 'running' }, { name: 'side' }],
      });
      expect(kubernetes.seen).toMatchObject([{ user: 'dev', groups: ['viewers', 'ops'] }]);
    },
  );

  test('contain namespaces, one pod and events', async () => {
    const { items } = await dev.expect('GET', `${ROOT}/eu-1/namespaces`);
    expect(items).toMatchObject([{ name: 'default', status: 'Active' }]);
    expect(await dev.expect('GET', `${ROOT}/eu-1/pods/default/web-2`)).toMatchObject({
      name: 'web-2',
      labels: [{ name: 'app', value: 'web' }],
    });
    const events = await dev.expect('GET', `${ROOT}/eu-1/events`);
    expect(events.items.map(({ object }: { object: string }) => object)).toEqual(['Pod/web-1', 'Pod/web-2']);
  });

  test('have the form of the cluster API', async () => {
    const answer = await dev.expect('GET', '/sites/-current-/pods?kubeCluster=eu-1&kubeNamespace=default&limit=1');
    expect(answer).toEqual({
      items: [{ kind: 'pod', name: 'web-1', labels: [], namespace: 'default', cluster: 'eu-1' }],
      startKey: '1',
      totalCount: 0,
    });
  });

  test.each([
    ['a pod that a role denies', 'eu-1/pods/default/secret-1', 403, /do not allow the pod default\/secret-1/],
    ['the log of a pod that a role denies', 'eu-1/pods/default/secret-1/logs', 403, /do not allow/],
    ['a pod that does not exist', 'eu-1/pods/default/gone', 404, /pods "gone" not found/],
    ['a cluster that does not exist', 'none/pods', 404, /"none" not found/],
    ['a Kubernetes user that no role allows', 'eu-1/pods?user=root', 403, /do not allow the Kubernetes user root/],
    ['a token that the cluster refuses', 'wrong-token/pods', 502, /does not accept the credentials/],
    ['an untrusted certificate', 'untrusted/pods', 502, /is not trusted/],
    ['a server that is unreachable', 'nobody-there/pods', 502, /cannot be reached/],
  ])('report %s', async (_, path, status, text) => {
    const answer = await dev.get(`${ROOT}/${path}`);
    expect([answer.status, await messageOf(answer)]).toEqual([status, expect.stringMatching(text)]);
  });

  // An API server decodes a path before it splits the path at slashes.
  test.each([
    'eu-1/pods/kube-system%2Fservices%2Fvault%3A8200%2Fproxy/web-1/logs',
    'eu-1/pods/default/web-1%2Fproxy%2Fenv/logs',
    'eu-1/pods/default/web-1%2Fproxy%2Fenv',
    'eu-1/pods/default/..%2F..%2Fsecrets',
    'eu-1/pods?namespace=kube-system%2Fpods%2Fdns%2Fproxy',
    'eu-1/events?namespace=kube-system%2Fpods%2Fdns%2Fproxy',
    'eu-1/events?namespace=default&pod=web-1%2CinvolvedObject.kind%3DNode',
    'eu-1/pods?namespace=Default%00',
  ])('never send names in the form of paths to the API server: %s', async (path) => {
    const answer = await dev.get(`${ROOT}/${path}`);
    expect([answer.status, await messageOf(answer)]).toEqual([
      400,
      expect.stringMatching(/is not a name of Kubernetes/),
    ]);
    expect(kubernetes.seen).toEqual([]);
  });

  test('require one of several Kubernetes users in the path', async () => {
    const users = ['dev', 'ann@example.com'];
    await gateway.admin.addRole('two', role({ kubernetes_users: users, kubernetes_resources: pods('*', '*') }));
    const two = await gateway.admin.invite('tom', ['two']);
    const refused = await two.get(`${ROOT}/eu-1/pods`);
    expect([refused.status, await messageOf(refused)]).toEqual([
      403,
      expect.stringMatching(/several Kubernetes users/),
    ]);
    for (const user of users) {
      await two.get(`${ROOT}/${encodeURIComponent(`${user}@eu-1`)}/pods`);
      expect(kubernetes.seen.at(-1)?.user).toBe(user);
    }
    expect((await two.get(`${ROOT}/root@eu-1/pods`)).status).toBe(403);
  });

  test("do not use the user's own name if a role denies it", async () => {
    const groups = role({ kubernetes_groups: ['viewers'], kubernetes_resources: pods('*', '*') });
    await gateway.admin.addRole('viewers', groups);
    await gateway.admin.addRole('no-users', { deny: { kubernetes_users: ['*'] } });
    const other = await gateway.admin.invite('other', ['viewers']);
    await other.expect('GET', `${ROOT}/eu-1/pods`);
    expect(kubernetes.seen).toMatchObject([{ user: 'other', groups: ['viewers'] }]);
    const running = open(other);
    await running.session();
    await gateway.admin.expect('PUT', '/users', { name: 'other', roles: ['viewers', 'no-users'], traits: {} });
    await running.closed;
    expect(running.unseen).toContain('Access revoked');
    const refused = await other.get(`${ROOT}/eu-1/pods`);
    expect([refused.status, await messageOf(refused)]).toEqual([
      403,
      expect.stringMatching(/do not allow the Kubernetes user other/),
    ]);
  });

  test('return the cluster’s refusal with the refused user', async () => {
    const mallory = await gateway.admin.invite('mallory', ['nobody']);
    const answer = await mallory.get(`${ROOT}/eu-1/pods`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('refused the Kubernetes user mallory without groups');
  });

  test('are in the audit log, and repeated reads once', async () => {
    await dev.expect('GET', `${ROOT}/eu-1/pods?namespace=default`);
    await dev.expect('GET', `${ROOT}/eu-1/pods?namespace=default`);
    const from = new Date(Date.now() - 3600_000).toISOString();
    const to = new Date(Date.now() + 60_000).toISOString();
    const { events } = await gateway.admin.expect(
      'GET',
      `/sites/-current-/events/search?from=${from}&to=${to}&include=kube.request&limit=500`,
    );
    const own = events.filter(
      (event: Record<string, unknown>) =>
        event['request_path'] === '/api/v1/namespaces/default/pods' &&
        event['user'] === 'dan' &&
        event['kubernetes_cluster'] === 'eu-1',
    );
    expect(own).toMatchObject([{ code: 'T3009I', verb: 'GET', response_code: 200, kubernetes_users: ['dev'] }]);
  });
});

describe('logs', () => {
  test('are sent as text, from their end, and with timestamps', async () => {
    const read = async (query: string) => (await dev.get(`${ROOT}/eu-1/pods/default/web-1/logs?${query}`)).text();
    expect(await read('container=app')).toBe('one\ntwo\nthree\n');
    expect(await read('container=app&tail=1&timestamps=yes')).toBe('2026-01-01T00:00:00Z three\n');
  });

  test('that fail at the same time are not counted as open', async () => {
    const failed = async () => (await dev.get(`${ROOT}/eu-1/pods/default/gone/logs`)).status;
    for (let round = 0; round < 6; round++)
      expect(await Promise.all(Array.from({ length: 5 }, failed))).toEqual(Array(5).fill(404));
    expect((await dev.get(`${ROOT}/eu-1/pods/default/web-2/logs`)).status).toBe(200);
  });

  test('are followed until the client disconnects', async () => {
    const leave = new AbortController();
    const answer = await fetch(`${gateway.base}/v1/webapi${ROOT}/eu-1/pods/default/web-2/logs?follow=yes`, {
      headers: dev.signedIn,
      signal: leave.signal,
    });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    await expect.poll(() => kubernetes.followers()).toBe(1);
    kubernetes.print('web-2', 'later\n');
    expect((await reader.read()).value).toBe('later\n');
    leave.abort();
    await expect.poll(() => kubernetes.followers()).toBe(0);
  });

  test('contain heartbeats for a client that follows and requests them', async () => {
    const leave = new AbortController();
    const announced = async (query: string) => {
      const options = { headers: dev.signedIn, signal: leave.signal };
      const url = `${gateway.base}/v1/webapi${ROOT}/eu-1/pods/default/web-2/logs?${query}`;
      return (await fetch(url, options)).headers.get('x-heartbeat');
    };
    expect(await announced('follow=yes&heartbeat=yes')).toBe('15');
    expect(await announced('follow=yes')).toBeNull();
    expect(await announced('heartbeat=yes&download=yes')).toBeNull();
    leave.abort();
    await expect.poll(() => kubernetes.followers()).toBe(0);
  });

  test('that are followed end with the web session', async () => {
    const eve = await gateway.admin.invite('eve', ['dev']);
    const answer = await eve.get(`${ROOT}/eu-1/pods/default/web-2/logs?follow=yes`);
    await expect.poll(() => kubernetes.followers()).toBe(1);
    await eve.signOut();
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(() => kubernetes.followers()).toBe(0);
  });

  test('that a client does not read do not block other requests', async () => {
    const leave = new AbortController();
    await fetch(`${gateway.base}/v1/webapi${ROOT}/eu-1/pods/default/web-2/logs?follow=yes`, {
      headers: dev.signedIn,
      signal: leave.signal,
    });
    await expect.poll(() => kubernetes.followers()).toBe(1);
    for (let i = 0; i < 100; i++) kubernetes.print('web-2', 'x'.repeat(1_000_000));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await dev.get(`${ROOT}/eu-1/namespaces`)).status).toBe(200);
    leave.abort();
    await expect.poll(() => kubernetes.followers()).toBe(0);
  });
});

const open = (client: WebClient, pod = 'web-1', container = 'app', login = '-') =>
  client.terminal({ login, server_id: `kubernetes/eu-1/default/${pod}/${container}`, term: SIZE });

describe('a shell in a container', () => {
  test('accepts keys, is resized, listed and watched, and is recorded and audited', async () => {
    const shell = open(dev);
    expect(await shell.session()).toMatchObject({
      kind: 'k8s',
      login: 'dev',
      server_hostname: 'web-1',
      server_id: 'kubernetes/eu-1/default/web-1/app',
    });
    shell.type('echo $((6*7))-ok\n');
    await shell.sees('42-ok');
    shell.resize(101, 33);
    shell.type('stty size\n');
    await shell.sees('33 101');
    expect(kubernetes.seen.at(-1)).toMatchObject({ user: 'dev', groups: ['viewers', 'ops'] });
    expect(kubernetes.seen.at(-1)?.path).toContain('/api/v1/namespaces/default/pods/web-1/exec?container=app');

    const { id } = await shell.session();
    const watcher = await gateway.admin.invite('wendy', ['watcher']);
    const { sessions } = await watcher.expect('GET', '/sites/-current-/sessions');
    expect(sessions).toMatchObject([
      { id, kind: 'k8s', kubernetes_cluster_name: 'eu-1', participantModes: ['observer'] },
    ]);
    const joined = watcher.terminal({ sid: id, mode: 'observer', term: SIZE });
    await joined.sees('33 101');

    shell.type('exit 7\n');
    await shell.closed;
    expect(shell.of('r').length).toBeGreaterThan(0);
    const from = new Date(Date.now() - 3600_000).toISOString();
    const to = new Date(Date.now() + 60_000).toISOString();
    const ended = async () =>
      (
        await gateway.admin.expect(
          'GET',
          `/sites/-current-/events/search?from=${from}&to=${to}&include=session.end&limit=50`,
        )
      ).events;
    await expect.poll(ended).toMatchObject([
      {
        proto: 'kube',
        sid: id,
        kubernetes_cluster: 'eu-1',
        kubernetes_users: ['dev'],
        kubernetes_groups: ['viewers', 'ops'],
        kubernetes_pod_namespace: 'default',
        kubernetes_pod_name: 'web-1',
        kubernetes_container_name: 'app',
        participants: ['dan', 'wendy'],
        interactive: true,
      },
    ]);
    const recording = await gateway.admin.get(`/sites/-current-/sessions/${id}/events`);
    expect(await recording.text()).toContain('session.start');
  });

  test('reports the status of a failed shell', async () => {
    const shell = open(dev);
    await shell.session();
    shell.type('exit 7\n');
    await shell.closed;
    expect(shell.unseen).toContain('7');
  });

  test.each([
    ['a pod that a role denies', 'secret-1', 'app', /do not allow the pod default\/secret-1/],
    ['a container that does not exist', 'web-1', 'none', /container not found/],
    ['a pod that does not exist', 'gone', 'app', /not found/],
  ])('reports %s', async (_, pod, container, text) => {
    const shell = open(dev, pod, container);
    await shell.closed;
    expect(shell.unseen).toMatch(text);
  });

  test('reports a Kubernetes user that no role allows', async () => {
    const shell = open(dev, 'web-1', 'app', 'root');
    await shell.closed;
    expect(shell.unseen).toMatch(/do not allow the Kubernetes user root/);
  });

  test('ends if the connection to the cluster breaks', async () => {
    const shell = open(dev);
    await shell.session();
    shell.type('echo re""ady\n');
    await shell.sees('ready');
    kubernetes.cut();
    await shell.closed;
  });

  test('sends endless output to a client that reads, and waits for a client that does not read', async () => {
    const shell = open(dev, 'web-2');
    await shell.session();
    shell.type('echo re""ady\n');
    await shell.sees('ready');
    shell.pause();
    shell.type('head -c 30000000 /dev/zero | tr "\\0" x; echo; echo do""ne\n');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let bytes = 0;
    let end = '';
    shell.onOutput = (output) => {
      bytes += output.length;
      end = (end + Buffer.from(output).toString()).slice(-2000);
    };
    shell.resume();
    await expect.poll(() => end, { timeout: 30_000 }).toContain('done');
    expect(bytes).toBeGreaterThan(30_000_000);
    shell.close();
  }, 60_000);

  test('ends with a lock', async () => {
    const lea = await gateway.admin.invite('lea', ['dev']);
    const shell = open(lea);
    await shell.session();
    shell.type('echo re""ady\n');
    await shell.sees('ready');
    await gateway.admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'lea' }, message: 'review' });
    await shell.closed;
    expect(shell.unseen).toContain('lock targeting');
  });

  test('ends with the loss of the role', async () => {
    const rob = await gateway.admin.invite('rob', ['dev', 'watcher']);
    const shell = open(rob, 'web-1', 'app', 'dev');
    await shell.session();
    shell.type('echo re""ady\n');
    await shell.sees('ready');
    await gateway.admin.expect('PUT', '/users', { name: 'rob', roles: ['watcher'] });
    await shell.closed;
    expect(shell.unseen).toContain('Access revoked');
  });
});

describe('a kubeconfig from the console', () => {
  const write = async (name: string, kubeconfig: object | string) => {
    const text = typeof kubeconfig === 'string' ? kubeconfig : JSON.stringify(kubeconfig);
    const document = {
      kind: 'kube_cluster',
      version: 'v3',
      metadata: { name, labels: { env: 'dev' } },
      spec: { kubeconfig: Buffer.from(text).toString('base64') },
    };
    await writer.expect('POST', '/postern/documents/kube_cluster', { content: JSON.stringify(document) });
    return dev.get(`${ROOT}/${name}/namespaces`);
  };
  const changed = (user: object, cluster: object = {}) => {
    const config = JSON.parse(kubernetes.kubeconfig()) as {
      users: { user: object }[];
      clusters: { cluster: object }[];
    };
    config.users[0]!.user = user;
    Object.assign(config.clusters[0]!.cluster, cluster);
    return config;
  };

  test('is used', async () => {
    expect((await write('written', kubernetes.kubeconfig())).status).toBe(200);
  });

  test.each([
    [
      'runs-a-program',
      () => changed({ exec: { command: 'touch', args: [join(directory, 'ran')] } }),
      /exec runs a program/,
    ],
    ['names-a-token-file', () => changed({ tokenFile: '/etc/hostname' }), /tokenFile names a file/],
    ['names-a-key', () => changed({ 'client-key': '/etc/hostname' }), /client-key names a file/],
    [
      'names-an-authority',
      () => changed({}, { 'certificate-authority': '/etc/hostname' }),
      /certificate-authority names a file/,
    ],
    ['is-no-kubeconfig', () => 'hello', /cannot be used/],
    ['has-a-token-of-two-lines', () => changed({ token: 'abc\r\nx: y' }), /the token has a line break/],
    ['has-a-token-in-another-script', () => changed({ token: 'ключ' }), /the token has a line break or a character/],
  ])('that %s is refused', async (name, config, text) => {
    const answer = await write(name, config());
    expect([answer.status, await messageOf(answer)]).toEqual([502, expect.stringMatching(text)]);
  });
});
