import { expect, test } from 'vitest';
import type { Pod } from '../../api/kubernetes.ts';
import type { ActionContext } from '../model/actionModel.ts';
import { kubeEvents } from './kubeEvents.ts';
import { kubeNamespaces } from './kubeNamespaces.ts';
import { kubePods } from './kubePods.ts';

const pod: Pod = {
  ...{ id: 'default/web-1', kubeCluster: 'dev@eu-1', namespace: 'default', name: 'web-1', status: 'Running' },
  ...{ ready: '1/1', isReady: true, restarts: 0, created: new Date(0), node: '', ip: '', labels: [] },
  containers: [{ name: 'app', image: '', ready: true, state: 'running', restarts: 0 }],
};
const context = { clusterId: 'east' } as ActionContext;

test('the two container menus have headings for shell and log', () => {
  const heads = (kubePods.rowActions ?? []).flatMap((action) =>
    'menu' in action ? [action.menu(pod, context).head] : [],
  );
  expect(heads).toEqual(['Shell in a container of web-1', 'Log of a container of web-1']);
});

test.each([kubePods, kubeNamespaces, kubeEvents])('$name shows its cluster and the Kubernetes user', (resource) => {
  const at = (kubeCluster: string) => resource.crumbs?.({ clusterId: 'east', kubeCluster });
  const list = { label: 'Kubernetes', to: '/cluster/east/kubernetes' };
  expect(at('eu-1')).toEqual([list, { label: 'eu-1' }]);
  expect(at('ann@example.com@eu-1')).toEqual([list, { label: 'eu-1 (as ann@example.com)' }]);
});
