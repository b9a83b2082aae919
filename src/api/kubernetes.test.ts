import { expect, test } from 'vitest';
import { parseClusterUser } from '../wire/kubernetesJson.ts';
import { cutNote, podList, podShellPath } from './kubernetes.ts';

test('parses a cluster with and without a Kubernetes user, also a user with “@”', () => {
  expect(parseClusterUser('eu-1')).toEqual({ cluster: 'eu-1' });
  expect(parseClusterUser('dev@eu-1')).toEqual({ cluster: 'eu-1', user: 'dev' });
  expect(parseClusterUser('ann@example.com@eu-1')).toEqual({ cluster: 'eu-1', user: 'ann@example.com' });
  expect(parseClusterUser('@eu-1')).toEqual({ cluster: '@eu-1' });
});

test('opens a shell as the same user', () => {
  const address = { clusterId: 'c', namespace: 'default', pod: 'web-1', container: 'app' };
  expect(podShellPath({ ...address, kubeCluster: 'eu-1' })).toBe('/cluster/c/console/kube/eu-1/default/web-1/app');
  expect(podShellPath({ ...address, kubeCluster: 'ann@example.com@eu-1' })).toBe(
    '/cluster/c/console/kube/eu-1/default/web-1/app?user=ann%40example.com',
  );
});

test('reports rows of a truncated list', async () => {
  const pod = { namespace: 'default', name: 'web-1', ready: 0, containers: [], created: '2026-01-01T00:00:00Z' };
  const { rows } = await podList.read({ items: [pod], truncated: true });
  expect(cutNote(rows)).toBe('Not all: the cluster has more');
  expect(cutNote((await podList.read({ items: [pod] })).rows)).toBeUndefined();
});
