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

const TITLES: Readonly<Record<string, string>> = {
  cluster_auth_preference: 'Sign-in',
  session_recording_config: 'Session recording',
  cluster_networking_config: 'Idle times',
};

export default defineResource<SettingsItem>({
  name: 'clusterSettings',
  label: ['Setting', 'Cluster settings'],
  icon: 'sliders-horizontal',
  path: 'settings',
  // What a user may do is told for no kind of settings. Who may change how people sign in may as a rule change these;
  // the server has the last word.
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
      value: ({ id }) => TITLES[id] ?? id,
      tag: ({ written }) => (written ? undefined : 'default'),
    },
    { source: 'says', kind: 'chips', label: 'Current values', list: { width: 'rest' } },
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
    about:
      'Settings of the whole cluster. Changes saved here take effect at once. Change values set in gateway.yaml in that file.',
  },
  yaml: {
    source: 'content',
    types: [
      {
        kind: 'cluster_auth_preference',
        label: 'Sign-in',
        schema: () => import('../schemas/cluster_auth_preference.schema.json'),
        form: () => import('./forms/cluster_auth_preference.form.ts'),
        templates: () => import('./templates/cluster_auth_preference.yaml?raw'),
      },
      {
        kind: 'session_recording_config',
        label: 'Session recording',
        schema: () => import('../schemas/session_recording_config.schema.json'),
        form: () => import('./forms/session_recording_config.form.ts'),
        templates: () => import('./templates/session_recording_config.yaml?raw'),
      },
      {
        kind: 'cluster_networking_config',
        label: 'Idle times',
        schema: () => import('../schemas/cluster_networking_config.schema.json'),
        form: () => import('./forms/cluster_networking_config.form.ts'),
        templates: () => import('./templates/cluster_networking_config.yaml?raw'),
      },
    ],
    ids: { of: (kind) => kind, parts: (kind) => ({ kind, name: settingsName(kind) }) },
  },
});
