import { kubeList, type KubeCluster } from '../api/inventoryLists.ts';
import { fillPath } from '../api/urls.ts';
import { config } from '../api/config.ts';
import { kubeSteps } from './connectSteps.ts';
import { adding, connectSettings, editDocument, testConnection } from './reachableActions.ts';
import { FEATURE_KUBERNETES } from '../wire/config.ts';
import type { ActionContext, Menu } from './model/actionModel.ts';
import { defineResource } from './defineResource.ts';
import { inventoryList, inventoryPage } from './inventory.ts';

export default defineResource<KubeCluster>({
  ...inventoryPage('kubernetes', {
    icon: 'ship-wheel',
    acl: 'kubeServers',
    label: 'Kubernetes',
    flag: 'kubernetes',
    weight: 3,
  }),
  label: ['Kubernetes cluster', 'Kubernetes clusters'],
  title: 'Kubernetes',
  wire: { list: kubeList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [160, 280] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'users', kind: 'chips', label: 'Allowed users', list: { hidden: true, width: 180 } },
    { source: 'groups', kind: 'chips', label: 'Allowed groups', list: { hidden: true, width: 200 } },
  ],
  list: {
    ...inventoryList('name', 'Kubernetes clusters'),
    adds: adding('kubernetes', 'Add Kubernetes cluster', 'kube_cluster'),
  },
  predicate: {
    name: (cluster) => cluster.name,
    labels: (cluster) => cluster.labels,
    values: (cluster) => [cluster.name],
  },
  access: { kind: 'kube_cluster' },
  rowActions: [
    {
      id: 'connect',
      label: 'Connect',
      ...(config.extensions.includes(FEATURE_KUBERNETES)
        ? {
            menu: ({ name, users }: KubeCluster, context: ActionContext): Menu => ({
              entries: (users.length > 1 ? users : ['']).flatMap((user) =>
                ['pods', 'namespaces', 'events'].map((view) => ({
                  label: `Browse ${view}${user && ` as ${user}`}`,
                  to: fillPath('/cluster/:clusterId/kubernetes/:target/:view', {
                    clusterId: context.clusterId,
                    target: user ? `${user}@${name}` : name,
                    view,
                  }),
                })),
              ),
              none: '',
              target: 'here',
            }),
          }
        : {
            run: ({ name }: KubeCluster, context: ActionContext) => context.steps(kubeSteps(name, context.clusterId)),
          }),
    },
    testConnection('kube_cluster'),
    editDocument<KubeCluster>('kube_cluster'),
    connectSettings<KubeCluster>('kube_cluster'),
  ],
});
