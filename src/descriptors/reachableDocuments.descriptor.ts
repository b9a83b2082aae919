import { connectorId, connectorParts } from '../api/connectors.ts';
import { wholeList } from '../api/lists.ts';
import {
  loadReachableDecoder,
  readReachable,
  saveReachableBody,
  type ReachableDocument,
} from '../api/reachableDocuments.ts';
import { DOCUMENTS } from '../wire/config.ts';
import { defineResource } from './defineResource.ts';
import { documentKinds } from './documentKinds.ts';
import type { DocumentType } from './documentTypes.ts';

const { app, db, kubeCluster, node, windowsDesktop } = documentKinds;
const TYPES: readonly [DocumentType, ...DocumentType[]] = [app, kubeCluster, db, windowsDesktop, node];

const typeWord = (kind: string): string => TYPES.find((type) => type.kind === kind)?.label ?? kind;

/**
 * Resources that users connect to, as documents: those of this console can be changed, those of the gateway's file only
 * read.
 */
export default defineResource<ReachableDocument>({
  name: 'reachableDocuments',
  label: ['Resource', 'Resources'],
  title: 'Manage Resources',
  icon: 'clipboard',
  path: 'resources',
  extension: DOCUMENTS,
  // For a type without separate rights. Rights on any type show the page.
  acl: 'db',
  verbs: { list: ['list', 'read', 'edit'], create: ['create'], update: ['read', 'edit'] },
  nav: { label: 'Resources', category: 'Management', section: 'Access', flag: 'reachableDocuments', weight: 6 },
  wire: {
    list: wholeList('postern/inventory', { load: loadReachableDecoder }),
    read: readReachable,
    one: { url: 'postern/documents/:kind/:name' },
    create: { url: 'postern/inventory', body: saveReachableBody },
    update: { url: 'postern/documents/:kind/:name', body: saveReachableBody },
    remove: { url: 'postern/documents/:kind/:name', restores: true },
  },
  fields: [
    { source: 'title', kind: 'text', label: 'Name', sort: true, list: { width: [160, 256] } },
    {
      source: 'kind',
      kind: 'text',
      label: 'Kind',
      sort: true,
      list: { width: 148 },
      value: ({ kind }) => typeWord(kind),
    },
    {
      source: 'origin',
      kind: 'text',
      label: 'Defined',
      sort: true,
      list: { width: 132 },
      value: ({ origin }) => ({ 'config-file': 'in gateway.yaml', seed: 'by a seed', dynamic: 'here' })[origin],
    },
    { source: 'description', kind: 'text', label: 'Description', list: { width: [110, 220] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'content', kind: 'yaml', label: 'Document', list: false },
  ],
  list: {
    title: 'title',
    sort: { field: 'title', order: 'ASC' },
    search: 'Search name, kind or label',
    about: 'Change resources defined in gateway.yaml in that file.',
    empty: {
      title: 'No documents yet',
      text: 'An application, database, Kubernetes cluster, desktop or server without an agent is added as a document with its address.',
    },
    selectable: false,
    icon: ({ kind }) => TYPES.find((type) => type.kind === kind)?.icon,
  },
  yaml: { source: 'content', types: TYPES, ids: { of: connectorId, parts: connectorParts } },
  fixed: ({ origin }) =>
    ({
      'config-file': { why: 'It is set in gateway.yaml. Change it there', mark: 'in gateway.yaml' },
      seed: { why: 'It is part of a seed. npm run seed changes the number of seeded resources', mark: 'seeded' },
      dynamic: undefined,
    })[origin],
  removal: { effects: () => ['It disappears from the lists at once', 'Open sessions continue until they end'] },
});
