import { cutNote, kubePath, logPath, podList, podShellPath, type Pod } from '../../api/kubernetes.ts';
import { defineResource } from '../defineResource.ts';
import type { Menu } from '../model/actionModel.ts';
import { kubePage } from './kubeCrumbs.ts';

/** An entry for each container. Init containers have ended and only have logs. */
const containers = (
  pod: Pod,
  clusterId: string,
  path: (params: Record<string, string>) => string,
  target: Menu['target'],
): Menu => ({
  // The menu of a row contains both menus.
  head: target === 'here' ? `Log of a container of ${pod.name}` : `Shell in a container of ${pod.name}`,
  mono: true,
  target,
  none: 'The pod has no containers',
  entries: pod.containers
    .filter(({ init }) => target === 'here' || !init)
    .map(({ name }) => ({
      label: name,
      to: path({ clusterId, kubeCluster: pod.kubeCluster, namespace: pod.namespace, pod: pod.name, container: name }),
    })),
});

export const kubePods = defineResource<Pod>({
  name: 'kubePods',
  label: ['Pod', 'Pods'],
  icon: 'ship-wheel',
  ...kubePage('pods'),
  wire: { list: podList },
  fields: [
    { source: 'name', kind: 'mono', label: 'Name', sort: true, list: { width: 'rest' } },
    { source: 'namespace', kind: 'text', label: 'Namespace', sort: true, list: { width: [120, 180] } },
    {
      source: 'status',
      kind: 'state',
      label: 'Status',
      sort: true,
      list: { width: [120, 180] },
      value: ({ status, isReady }) => ({
        word: status,
        mark:
          status === 'Running' && isReady ? 'ok' : status === 'Completed' || status === 'Succeeded' ? 'ended' : 'warn',
      }),
    },
    { source: 'ready', kind: 'text', label: 'Ready', sort: true, list: { width: 80 } },
    { source: 'restarts', kind: 'text', label: 'Restarts', sort: true, list: { width: 90 } },
    { source: 'created', kind: 'since', label: 'Age', sort: true, list: { width: 96 } },
    { source: 'node', kind: 'mono', label: 'Node', sort: true, list: { hidden: true, width: 180 } },
    { source: 'ip', kind: 'mono', label: 'Address', list: { hidden: true, width: 140 } },
    {
      source: 'containers',
      kind: 'chips',
      label: 'Containers',
      list: { hidden: true, width: 220 },
      value: ({ containers: all }) => all.map(({ name, state }) => (state === 'running' ? name : `${name} (${state})`)),
    },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { hidden: true, width: 240 } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search pod, namespace, node or container',
    foot: cutNote,
    selectable: false,
    rereadEveryMs: 10_000,
    phone: { name: 'name', meta: ['status', 'namespace'] },
    empty: {
      title: 'No pods here',
      text: 'The cluster has no pods, or your roles do not allow any of them (kubernetes_resources).',
    },
  },
  predicate: {
    name: (pod) => pod.name,
    labels: (pod) => [
      { name: 'namespace', value: pod.namespace },
      { name: 'status', value: pod.status },
      { name: 'node', value: pod.node },
      ...pod.labels,
    ],
    values: (pod) => [pod.name, pod.namespace, pod.node, pod.ip, ...pod.containers.map(({ name }) => name)],
    facets: ['namespace', 'status', 'node'],
  },
  details: {
    lines: ['name', 'namespace', 'status', 'ready', 'containers', 'restarts', 'created', 'node', 'ip', 'labels'],
  },
  rowActions: [
    { id: 'shell', label: 'Shell', menu: (pod, { clusterId }) => containers(pod, clusterId, podShellPath, 'newTab') },
    {
      id: 'logs',
      label: 'Logs',
      icon: 'scroll-text',
      menu: (pod, { clusterId }) => containers(pod, clusterId, logPath, 'here'),
    },
    {
      id: 'events',
      label: 'Events',
      icon: 'activity',
      run: (pod, context) =>
        context.go(`${kubePath(context.clusterId, pod.kubeCluster, 'events')}?search=${encodeURIComponent(pod.name)}`),
    },
  ],
});
