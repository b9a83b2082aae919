import { expect, test } from 'vitest';
import { parseClusterUser } from '../wire/kubernetesJson.ts';
import { podShellPath } from './kubernetes.ts';

test('a cluster is named alone or behind a Kubernetes user, who may have an address of mail as name', () => {
  expect(parseClusterUser('eu-1')).toEqual({ cluster: 'eu-1' });
  expect(parseClusterUser('dev@eu-1')).toEqual({ cluster: 'eu-1', user: 'dev' });
  expect(parseClusterUser('ann@example.com@eu-1')).toEqual({ cluster: 'eu-1', user: 'ann@example.com' });
  expect(parseClusterUser('@eu-1')).toEqual({ cluster: '@eu-1' });
});

test('a shell is opened as the same user', () => {
  const place = { clusterId: 'c', namespace: 'default', pod: 'web-1', container: 'app' };
  expect(podShellPath({ ...place, kubeCluster: 'eu-1' })).toBe('/cluster/c/console/kube/eu-1/default/web-1/app');
  expect(podShellPath({ ...place, kubeCluster: 'ann@example.com@eu-1' })).toBe(
    '/cluster/c/console/kube/eu-1/default/web-1/app?user=ann%40example.com',
  );
});
