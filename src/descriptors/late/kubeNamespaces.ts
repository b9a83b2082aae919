import { cutNote, kubeNamespaceList, namespacePodsPath, type KubeNamespace } from '../../api/kubernetes.ts';
import { defineResource } from '../defineResource.ts';
import { kubePage } from './kubeCrumbs.ts';

export const kubeNamespaces = defineResource<KubeNamespace>({
  name: 'kubeNamespaces',
  label: ['Namespace', 'Namespaces'],
  icon: 'ship-wheel',
  ...kubePage('namespaces'),
  wire: { list: kubeNamespaceList },
  fields: [
    { source: 'name', kind: 'mono', label: 'Name', sort: true, list: { width: 'rest' } },
    { source: 'status', kind: 'text', label: 'Status', sort: true, list: { width: 140 } },
    { source: 'created', kind: 'since', label: 'Age', sort: true, list: { width: 120 } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search namespace',
    foot: cutNote,
    selectable: false,
    empty: {
      title: 'No namespaces here',
      text: 'Your roles do not allow a pod of any namespace (kubernetes_resources).',
    },
  },
  rowActions: [
    {
      id: 'pods',
      label: 'Pods',
      run: ({ name, kubeCluster }, context) => context.go(namespacePodsPath(context.clusterId, kubeCluster, name)),
    },
  ],
});
