import {
  loadSettingsDecoder,
  readSettings,
  saveSettingsBody,
  settingsName,
  type SettingsItem,
} from '../api/clusterSettings.ts';
import { wholeList } from '../api/lists.ts';
import { DOCUMENTS } from '../wire/config.ts';
import { defineResource } from './defineResource.ts';
import { documentKinds } from './documentKinds.ts';
import type { DocumentType } from './documentTypes.ts';

const { authPreference, recordingConfig, networkingConfig } = documentKinds;
const TYPES: readonly [DocumentType, ...DocumentType[]] = [authPreference, recordingConfig, networkingConfig];

export default defineResource<SettingsItem>({
  name: 'clusterSettings',
  label: ['Setting', 'Cluster settings'],
  icon: 'sliders-horizontal',
  path: 'settings',
  // The user's ACL has no entry for settings. Users who may change sign-in settings usually may change these too. The
  // server decides.
  acl: 'authConnectors',
  verbs: { list: ['list', 'read'], update: ['edit'] },
  extension: DOCUMENTS,
  nav: { category: 'Management', section: 'Clusters', flag: 'authConnector', weight: 3 },
  wire: {
    list: wholeList('postern/settings', { load: loadSettingsDecoder }),
    read: readSettings,
    update: { url: 'postern/documents/:kind/:name', body: saveSettingsBody },
  },
  fields: [
    {
      source: 'name',
      kind: 'text',
      label: 'Settings',
      sort: true,
      list: { width: [160, 208] },
      value: ({ id }) => TYPES.find(({ kind }) => kind === id)?.label ?? id,
      tag: ({ written }) => (written ? undefined : 'default'),
    },
    { source: 'details', kind: 'chips', label: 'Current values', list: { width: 'rest' } },
    { source: 'fixed', kind: 'chips', label: 'Set in gateway.yaml', list: { width: [120, 264] } },
    { source: 'content', kind: 'yaml', label: 'Document', list: false },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search settings',
    empty: {
      title: 'No settings visible',
      text: 'Settings define how users sign in, whether sessions are recorded, and when idle sessions end.',
    },
    selectable: false,
    about: 'Changes take effect at once. Change values of gateway.yaml in that file.',
  },
  yaml: {
    source: 'content',
    types: TYPES,
    ids: { of: (kind) => kind, parts: (kind) => ({ kind, name: settingsName(kind) }) },
  },
});
