import { kubeList, type KubeCluster } from '../api/inventoryLists.ts';
import { fillPath } from '../api/urls.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { kubeSteps } from './connectSteps.ts';
import { adding, editDocument } from './reachableActions.ts';
import type { ActionContext, Menu } from './model/actionModel.ts';
import { defineResource } from './defineResource.ts';

export default defineResource<KubeCluster>({
  name: 'kubernetes',
  label: ['Kubernetes cluster', 'Kubernetes clusters'],
  title: 'Kubernetes',
  icon: 'ship-wheel',
  path: 'cluster/:clusterId/kubernetes',
  acl: 'kubeServers',
  nav: { label: 'Kubernetes', category: 'Resources', flag: 'kubernetes', weight: 3 },
  wire: { list: kubeList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [160, 280] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'users', kind: 'chips', label: 'Allowed users', list: { hidden: true, width: 180 } },
    { source: 'groups', kind: 'chips', label: 'Allowed groups', list: { hidden: true, width: 200 } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Add a word or label = value',
    empty: {
      title: 'No Kubernetes clusters here',
      text: 'This cluster has none, or your roles do not give access to any. One appears here as soon as its agent has joined.',
    },
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
      ...(serverBehaviour.browsesKubernetes
        ? {
            menu: ({ name }: KubeCluster, context: ActionContext): Menu => ({
              entries: (['Pods', 'Namespaces', 'Events'] as const).map((label) => ({
                label: `Browse ${label.toLowerCase()}`,
                to: fillPath('/cluster/:clusterId/kubernetes/:name/:view', {
                  clusterId: context.clusterId,
                  name,
                  view: label.toLowerCase(),
                }),
              })),
              none: '',
              target: 'here',
              why: { label: 'Use the command line', run: () => context.steps(kubeSteps(name, context.clusterId)) },
            }),
          }
        : {
            run: ({ name }: KubeCluster, context: ActionContext) => context.steps(kubeSteps(name, context.clusterId)),
          }),
    },
    editDocument<KubeCluster>('kube_cluster'),
  ],
});
