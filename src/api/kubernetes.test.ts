import { expect, test } from 'vitest';
import { parseClusterUser } from '../wire/kubernetesJson.ts';
import { cutNote, podList, podShellPath } from './kubernetes.ts';

test('a cluster is named alone or behind a Kubernetes user, who may have an address of mail as name', () => {
  expect(parseClusterUser('eu-1')).toEqual({ cluster: 'eu-1' });
  expect(parseClusterUser('dev@eu-1')).toEqual({ cluster: 'eu-1', user: 'dev' });
  expect(parseClusterUser('ann@example.com@eu-1')).toEqual({ cluster: 'eu-1', user: 'ann@example.com' });
  expect(parseClusterUser('@eu-1')).toEqual({ cluster: '@eu-1' });
});

test('a shell is opened as the same user', () => {
  const address = { clusterId: 'c', namespace: 'default', pod: 'web-1', container: 'app' };
  expect(podShellPath({ ...address, kubeCluster: 'eu-1' })).toBe('/cluster/c/console/kube/eu-1/default/web-1/app');
  expect(podShellPath({ ...address, kubeCluster: 'ann@example.com@eu-1' })).toBe(
    '/cluster/c/console/kube/eu-1/default/web-1/app?user=ann%40example.com',
  );
});

test('rows of a list that ends before that of the cluster say so', async () => {
  const pod = { namespace: 'default', name: 'web-1', ready: 0, containers: [], created: '2026-01-01T00:00:00Z' };
  const { rows } = await podList.read({ items: [pod], truncated: true });
  expect(cutNote(rows)).toBe('Not all: the cluster has more');
  expect(cutNote((await podList.read({ items: [pod] })).rows)).toBeUndefined();
});
