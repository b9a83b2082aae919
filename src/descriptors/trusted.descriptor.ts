import { serverBehaviour } from '../api/serverBehaviour.ts';
import { readTrusted, saveTrustedBody, trustedList, type TrustedCluster } from '../api/trusted.ts';
import { defineResource } from './defineResource.ts';
import { DOCUMENT_VERBS, documentKinds } from './documentKinds.ts';

export default defineResource<TrustedCluster>({
  name: 'trusted',
  label: ['Trusted cluster', 'Trusted clusters'],
  title: 'Trusted Clusters',
  icon: 'network',
  path: 'trust',
  acl: 'trustedClusters',
  verbs: DOCUMENT_VERBS,
  nav: { category: 'Management', section: 'Clusters', flag: 'trustedClusters', weight: 2 },
  wire: {
    list: trustedList,
    read: readTrusted,
    create: { url: 'trustedcluster', body: saveTrustedBody },
    update: { url: 'trustedcluster/:id', body: saveTrustedBody },
    remove: { url: 'trustedcluster/:id' },
  },
  fields: [
    { source: 'name', kind: 'text', label: 'Root cluster', sort: true, list: { width: [160, 224] } },
    {
      source: 'enabled',
      kind: 'state',
      label: 'State',
      sort: true,
      list: { width: 108 },
      value: ({ enabled }) => (enabled ? { mark: 'ok', word: 'Enabled' } : { mark: 'ended', word: 'Disabled' }),
    },
    { source: 'mapping', kind: 'chips', label: 'Role there becomes role here', list: { width: [200, 408] } },
    { source: 'tunnel', kind: 'mono', label: 'Tunnel address', sort: true, list: { width: 'rest' } },
    { source: 'content', kind: 'yaml', label: 'Document', list: false },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search name, role or address',
    about:
      'A trusted cluster gives users of its root cluster access to this one. The role map defines their roles here.',
    empty: {
      title: 'No trusted clusters',
      text: 'Connect this cluster to a root cluster to give its users access here. A role map defines their roles.',
    },
    selectable: false,
    foot: () => 'After creation only the role map and whether it is enabled can be changed',
  },
  yaml: { source: 'content', types: [documentKinds.trustedCluster] },
  creates: { label: 'Connect to root cluster' },
  removal: {
    effects: ({ name, enabled }) => [
      enabled && !serverBehaviour.isGateway // which does not open tunnels
        ? `Users of ${name} no longer have access to this cluster, and their open sessions here end with the tunnel`
        : `The trust in ${name} is removed. Its users already have no access to this cluster`,
      `The authorities of ${name} are no longer trusted`,
      'Reconnecting requires a new join token of the root cluster',
    ],
  },
});
