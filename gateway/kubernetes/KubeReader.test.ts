import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { directDialer } from '../../tests/support/directDialer.ts';
import type { PodRules } from '../../src/access/kubernetes.ts';
import { startKubernetes, type FakePod, type Kubernetes } from '../../tests/support/kubernetes.ts';
import { KubeReader } from './KubeReader.ts';

let kubernetes: Kubernetes;
let reader: KubeReader;
const signal = new AbortController().signal;
const dialer = directDialer();

/** Pods that each make an answer longer by twice `bytes`: labels are part of the uid too. */
const podsOf = (count: number, bytes: number): FakePod[] =>
  Array.from({ length: count }, (_, i) => ({
    namespace: 'default',
    name: `pod-${i}`,
    labels: { note: 'x'.repeat(bytes) },
  }));
const limitsAsked = () =>
  kubernetes.seen.map(({ path }) => Number(new URL(path, 'https://localhost').searchParams.get('limit')));

function readerOf(kubeconfig: string, judge: PodRules['judge'] = () => ({ ok: true, by: [] })): Promise<KubeReader> {
  const file = join(kubernetes.directory, randomUUID());
  writeFileSync(file, kubeconfig);
  return KubeReader.open(
    { dialer },
    {
      entry: {
        kind: 'kube_cluster',
        key: 'eu-1',
        labels: {},
        document: { kind: 'kube_cluster', version: 'v3', metadata: { name: 'eu-1' }, spec: {} },
        connect: { via: 'kubernetes', kubeconfig: { file } },
        origin: 'config-file',
      },
      identity: { user: 'dev', groups: [], isOwn: false },
      pods: { judge, couldSee: () => true, allowsAny: true },
    },
    signal,
  );
}

beforeAll(async () => {
  kubernetes = await startKubernetes([], ['dev']);
  reader = await readerOf(kubernetes.kubeconfig());
});
beforeEach(() => {
  kubernetes.pods.length = 0;
  kubernetes.seen.length = 0;
});
afterAll(() => kubernetes.stop());

test('reads pods in smaller pages if a page is longer than 4 MB', async () => {
  kubernetes.pods.push(...podsOf(450, 12_500));
  const { items, truncated } = await reader.pods('', signal);
  expect([items.length, truncated]).toEqual([450, undefined]);
  expect(items.map(({ name }) => name)).toEqual(kubernetes.pods.map(({ name }) => name));
  // The page that was too long is not requested again at its size.
  expect(limitsAsked()).toEqual([200, 100, 100, 100, 100, 100]);
});

test('reads pods in smaller pages if a page has too many values', async () => {
  const labels = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`k${i}`, 'v']));
  kubernetes.pods.push(...podsOf(250, 0).map((pod) => ({ ...pod, labels })));
  expect((await reader.pods('', signal)).items).toHaveLength(250);
  expect(limitsAsked()).toEqual([200, 100, 100, 100]);
});

test('leaves out rows if the answer would be too long', async () => {
  const labels = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`k${i}`, 'v'.repeat(100)]));
  kubernetes.pods.push(...podsOf(1300, 0).map((pod) => ({ ...pod, labels })));
  const { items, truncated } = await reader.pods('', signal);
  const chars = JSON.stringify(items).length;
  expect([chars > 7_900_000, chars < 8_100_000, truncated]).toEqual([true, true, true]);
});

test('a page for other clients may be shorter than requested, and the next page continues after it', async () => {
  kubernetes.pods.push(...podsOf(200, 12_500));
  const first = await reader.page('default', 200, '', signal);
  expect([first.rows.length, first.next]).toEqual([100, '100']);
  const second = await reader.page('default', 200, first.next, signal);
  expect([second.rows.length, second.next]).toEqual([100, '']);
});

test('names the limits if even ten objects are too long', async () => {
  kubernetes.pods.push(...podsOf(20, 225_000));
  await expect(reader.pods('', signal)).rejects.toMatchObject({
    name: 'KubernetesFault',
    stage: 'list',
    message: expect.stringMatching(/longer than 4 MB, also for a page of 10 objects/),
  });
  expect(limitsAsked()).toEqual([200, 100, 50, 25, 12, 10]);
});

test('yields to the event loop while a server sends too many pods, and cuts names that are too long', async () => {
  const long = { metadata: { name: 'x'.repeat(1_000_000), namespace: 'y'.repeat(1_000_000) } };
  const sent = JSON.stringify({ items: [long, ...Array.from({ length: 50_000 }, () => 0)] });
  const server = createServer((_, response) => void response.end(sent));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let turn = 0;
  const timer = setInterval(() => turn++, 1);
  const turns = new Set<number>();
  const judge = () => {
    turns.add(turn);
    return { ok: true, by: [] } as const;
  };
  const hostile = await readerOf(
    kubernetes.kubeconfig('token', (config) => {
      config.clusters[0]!.cluster = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
      return config;
    }),
    judge,
  );
  const { items } = await hostile.pods('', signal);
  clearInterval(timer);
  server.close();
  expect(items).toHaveLength(5000);
  expect(turns.size).toBeGreaterThan(1);
  expect(items[0]!.name.length + items[0]!.namespace.length).toBeLessThan(1000);
});

test('reports an endless refusal of a log after 20 s', async () => {
  const server = createServer((_request, response) => void response.writeHead(500).write('the beginning'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = await readerOf(
    kubernetes.kubeconfig('token', (config) => {
      config.clusters[0]!.cluster = { server: address };
      return config;
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered = new Promise((resolve) => subscribe('http.client.response.finish', resolve));
  const outcome = slow.logs('default', 'pod', {}, signal).then(
    () => 'a log',
    (error: unknown) => String(error),
  );
  await answered;
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect(await outcome).toContain('answered with the status 500');
});
