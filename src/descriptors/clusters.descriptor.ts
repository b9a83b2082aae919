import { toCluster, type Cluster } from '../api/clusters.ts';
import { config } from '../api/config.ts';
import { wholeList } from '../api/lists.ts';
import type { ClusterJson } from '../wire/http.ts';
import { defineResource } from './defineResource.ts';

type ClusterRow = Cluster & { id: string; isRoot: boolean };

const toRow = (json: Partial<ClusterJson>): ClusterRow => {
  const cluster = toCluster(json);
  return { ...cluster, id: cluster.clusterId, isRoot: cluster.clusterId === config.proxyCluster };
};

const isOnline = (cluster: Cluster): boolean => cluster.status === 'online';

export default defineResource<ClusterRow>({
  name: 'clusters',
  label: ['Cluster', 'Clusters'],
  icon: 'boxes',
  path: 'clusters',
  acl: 'trustedClusters',
  nav: { label: 'Manage clusters', category: 'Management', section: 'Clusters', flag: 'trustedClusters', weight: 1 },
  wire: { list: wholeList('sites', toRow) },
  fields: [
    {
      source: 'clusterId',
      kind: 'text',
      label: 'Name',
      sort: true,
      list: { width: 244 },
      tag: (cluster) => (cluster.isRoot ? 'root' : undefined),
    },
    {
      source: 'status',
      kind: 'state',
      label: 'State',
      sort: true,
      list: { width: 112 },
      value: (cluster) => (isOnline(cluster) ? { mark: 'ok', word: 'Online' } : { mark: 'ended', word: 'Offline' }),
    },
    {
      source: 'lastConnected',
      kind: 'time',
      label: 'Last contact',
      sort: true,
      list: { width: 'rest' },
      // The proxy sets the time of the response for its own cluster (http-resources §2.1).
      value: (cluster) => (cluster.isRoot ? 'You are here' : (cluster.lastConnected ?? 'Never')),
      note: (cluster) =>
        isOnline(cluster) ? undefined : 'Its resources cannot be reached. Recordings stored here still play',
    },
  ],
  list: {
    title: 'clusterId',
    sort: { field: 'clusterId', order: 'ASC' },
    search: 'Search name',
    empty: { title: 'No clusters', text: 'The server does not list its own cluster.' },
    selectable: false,
    pinned: (cluster) => cluster.isRoot,
  },
  rowActions: [
    {
      id: 'open',
      label: 'Open',
      menu: ({ clusterId }, context) => ({
        head: `In ${clusterId}`,
        entries: context.pagesOf(clusterId),
        none: 'Your roles do not give access to any of its pages',
        target: 'here',
      }),
    },
  ],
});
