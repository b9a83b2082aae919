import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { directDialer } from '../../tests/support/directDialer.ts';
import { startKubernetes, type Kubernetes } from '../../tests/support/kubernetes.ts';
import { KubeClient } from './KubeClient.ts';
import { KubernetesFault } from './KubernetesFault.ts';
import type { KubeTarget } from './login.ts';
import { PodShell } from './PodShell.ts';
import { testKubernetes } from './testKubernetes.ts';

let kubernetes: Kubernetes;
const dialer = directDialer();

beforeAll(async () => {
  kubernetes = await startKubernetes([{ namespace: 'default', name: 'web-1' }], ['dev']);
});
afterAll(() => kubernetes.stop());

const target = (kubeconfig: string): KubeTarget => {
  const file = join(kubernetes.directory, 'kubeconfig');
  writeFileSync(file, kubeconfig);
  return {
    document: { kind: 'kube_cluster', version: 'v3', metadata: { name: 'eu-1' }, spec: {} },
    connect: { via: 'kubernetes', kubeconfig: { file } },
    origin: 'config-file',
  };
};

const faultOf = async (kubeconfig: string, user: string): Promise<KubernetesFault> => {
  try {
    await testKubernetes({ dialer }, target(kubeconfig), { namespace: 'default', user });
  } catch (error) {
    if (error instanceof KubernetesFault) return error;
    throw error;
  }
  throw new Error('the test passed');
};

test('accepts a cluster that works', async () => {
  const wanted = { namespace: 'default', user: 'dev', groups: ['viewers'] };
  await testKubernetes({ dialer }, target(kubernetes.kubeconfig()), wanted);
  expect(kubernetes.seen.at(-1)).toMatchObject({ user: 'dev', groups: ['viewers'] });
});

/** A kubeconfig with a credential program. */
const byProgram = (command: string, ...args: string[]): KubeTarget => {
  const config = JSON.parse(kubernetes.kubeconfig()) as { users: { user: object }[] };
  config.users = [{ ...config.users[0], user: { exec: { command, args } } }];
  return target(JSON.stringify(config));
};
const byScript = (text: string) => byProgram('sh', '-c', text);
const credential = (status: object) =>
  JSON.stringify({ kind: 'ExecCredential', status: { token: 'the-token-of-the-gateway', ...status } });
const run = (cluster: KubeTarget, signal?: AbortSignal) =>
  testKubernetes({ dialer }, cluster, { namespace: '' }, signal);

test('accepts the credentials of a program', () => run(byProgram('echo', credential({}))));

test('a program that fails and user names that cannot be sent count as not connected', async () => {
  await expect(run(byProgram('false'))).rejects.toMatchObject({ stage: 'connect', cause: '1' });
  // An API server removes spaces around a name. The result would be another name than the one that the roles allow.
  for (const user of ['de\nv', 'dev ', ' dev']) {
    const fault = await faultOf(kubernetes.kubeconfig(), user);
    expect([fault.stage, fault.message]).toEqual(['connect', expect.stringMatching(/control character/)]);
  }
});

test.each([
  ['many values', `more: [${'a,'.repeat(2000)}]`],
  ['many lines', 'more:\n'.repeat(2000)],
  ['aliases', 'more: [&a {}, *a]'],
  ['a long text', `more: ${'a'.repeat(100_000)}`],
])('refuses a kubeconfig from the console that has %s', async (_what, more) => {
  const text = `${kubernetes.kubeconfig()}\n${more}`;
  const spec = { kubeconfig: Buffer.from(text).toString('base64') };
  const document = { ...target('').document, spec };
  await expect(run({ document, connect: { via: 'default' }, origin: 'dynamic' })).rejects.toMatchObject({
    stage: 'connect',
    message: expect.stringMatching(/too long/) as string,
  });
});

/** Counts how often it runs. */
const counting = (status: object) => {
  const file = join(mkdtempSync(join(kubernetes.directory, 'runs-')), 'count');
  const script = `echo >> ${file}; sleep 0.3; echo '${credential(status)}'`;
  return { cluster: byScript(script), count: () => readFileSync(file, 'utf8').length };
};

test('parallel calls share one run of the program', async () => {
  const { cluster, count } = counting({});
  await Promise.all(Array.from({ length: 20 }, () => run(cluster)));
  expect(count()).toBe(1);
  await run(cluster);
  expect(count()).toBe(2);
});

test('credentials of a program are used until they expire or the cluster refuses them', async () => {
  const valid = counting({ expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString() });
  for (let i = 0; i < 3; i++) await run(valid.cluster);
  expect(valid.count()).toBe(1);
  const refused = counting({ token: 'another', expirationTimestamp: '2100-01-01T00:00:00Z' });
  for (let i = 0; i < 2; i++) await expect(run(refused.cluster)).rejects.toThrow(/does not accept the credentials/);
  expect(refused.count()).toBe(2);
});

test('a program that ignores SIGTERM is killed when all callers abort, and after its timeout', async () => {
  const pidFile = join(kubernetes.directory, 'pid');
  const cluster = byScript(`echo $$ > ${pidFile}; trap '' TERM; while :; do sleep 0.2; done`);
  const lives = () => existsSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}`);
  const [first, second] = [new AbortController(), new AbortController()];
  const left = [first, second].map(({ signal }) => run(cluster, signal));
  await expect.poll(() => existsSync(pidFile) && lives()).toBe(true);
  first.abort();
  await expect(left[0]).rejects.toThrow(/credential program/);
  expect(lives()).toBe(true);
  second.abort();
  await expect(left[1]).rejects.toThrow(/credential program/);
  await expect.poll(lives).toBe(false);
  await expect(run(cluster)).rejects.toMatchObject({ cause: 'it did not end in time' });
  expect(lives()).toBe(false);
});

test.each([
  ['connect', () => kubernetes.kubeconfig('token', unreachable), 'dev', /cannot be reached/, /refused/],
  ['connect', () => kubernetes.kubeconfig('token', untrusted), 'dev', /is not trusted/, /SELF_SIGNED|UNABLE/],
  ['connect', () => '{', 'dev', /kubeconfig cannot be used/, /^$/],
  ['login', () => kubernetes.kubeconfig('wrong-token'), 'dev', /does not accept the credentials/, /Unauthorized/],
  ['list', () => kubernetes.kubeconfig(), 'mallory', /user mallory without groups/, /User "mallory" cannot list/],
])('reports a failure at the stage %s with its cause', async (stage, kubeconfig, user, message, cause) => {
  const fault = await faultOf(kubeconfig(), user);
  expect([fault.stage, fault.message, fault.cause]).toEqual([
    stage,
    expect.stringMatching(message),
    expect.stringMatching(cause),
  ]);
});

type Config = Parameters<NonNullable<Parameters<Kubernetes['kubeconfig']>[1]>>[0];
const changed = (config: Config, cluster: object): Config => ({
  ...config,
  clusters: config.clusters.map((each) => ({ ...each, cluster: { ...each.cluster, ...cluster } })),
});
const unreachable = (config: Config) => changed(config, { server: 'https://127.0.0.1:1' });
const untrusted = (config: Config) => changed(config, { 'certificate-authority-data': undefined });

test('an address with many slashes is read in little time', async () => {
  const { port } = kubernetes;
  const clusters = [{ name: 'a', cluster: { server: `https://127.0.0.1:${port}/${'/'.repeat(60_000)}a` } }];
  const contexts = [{ name: 'a', context: { cluster: 'a' } }];
  const client = await KubeClient.open({ dialer }, target(JSON.stringify({ clusters, contexts })));
  const spentMs = cpuClock();
  expect(client.pathOf(['api']).length).toBe(60_006);
  expect(spentMs()).toBeLessThan(100);
});

/** An API server whose shells print this many one-byte pieces at once. */
async function floodingServer(pieces: number): Promise<Server> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'v4.channel.k8s.io' });
  sockets.on('connection', (socket, { socket: connection }) => {
    connection.cork();
    for (let i = 0; i < pieces; i++) socket.send(Buffer.of(1, 0x78));
    connection.uncork();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return server;
}

test('a shell that floods is read in turns of the event loop', async () => {
  const pieces = 2000;
  const { port } = (await floodingServer(pieces)).address() as AddressInfo;
  const clusters = [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }];
  const contexts = [{ name: 'a', context: { cluster: 'a' } }];
  const client = await KubeClient.open({ dialer }, target(JSON.stringify({ clusters, contexts })));
  let [printed, running, most] = [0, 0, 0];
  const output = () => {
    printed += 1;
    running += 1;
    most = Math.max(most, running);
    if (running === 1) setImmediate(() => (running = 0));
  };
  const listener = { output, drained: () => undefined, end: () => undefined };
  const pod = { namespace: 'default', name: 'web-1', container: 'app' };
  const shell = await PodShell.open(client, pod, { cols: 80, rows: 24 }, listener, undefined);
  await expect.poll(() => printed, { timeout: 10_000 }).toBe(pieces);
  shell.hangUp();
  expect(most).toBeLessThan(10);
});

test('a shell whose API server answers one byte at a time fails at the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const connections: Socket[] = [];
  const slow = createTcpServer((connection) => {
    connection.on('error', () => undefined);
    connection.once('data', () => {
      connection.write('HTTP/1.1 101 ');
      connections.push(connection);
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  const dripping = setInterval(() => connections[0]?.write('x'), 1000);
  onTestFinished(() => {
    clearInterval(dripping);
    slow.close();
    connections[0]?.destroy();
  });
  const clusters = [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }];
  const contexts = [{ name: 'a', context: { cluster: 'a' } }];
  const client = await KubeClient.open({ dialer }, target(JSON.stringify({ clusters, contexts })));
  const listener = { output: () => undefined, drained: () => undefined, end: () => undefined };
  const pod = { namespace: 'default', name: 'web-1', container: 'app' };
  const opening = PodShell.open(client, pod, { cols: 80, rows: 24 }, listener, undefined);
  const refused = expect(opening).rejects.toMatchObject({ message: 'The API server did not answer in time.' });
  await vi.waitUntil(() => connections.length > 0);
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
});
