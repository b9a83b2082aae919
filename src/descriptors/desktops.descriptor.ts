import { desktopList, desktopPath, type Desktop } from '../api/desktops.ts';
import { adding, connectAs, connectSettings, editDocument, testConnection } from './reachableActions.ts';
import { defineResource } from './defineResource.ts';

export default defineResource<Desktop>({
  name: 'desktops',
  label: ['Desktop', 'Desktops'],
  icon: 'monitor',
  path: 'cluster/:clusterId/desktops',
  acl: 'desktops',
  nav: { category: 'Resources', flag: 'desktops', weight: 5 },
  wire: { list: desktopList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [150, 256] } },
    { source: 'addr', kind: 'mono', label: 'Address', sort: 'address', list: { width: [130, 200] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'logins', kind: 'chips', label: 'Allowed logins', list: { hidden: true, width: 200 } },
    { source: 'hostId', kind: 'mono', label: 'Desktop service', list: { hidden: true, width: 272 } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Add a word or label = value',
    empty: {
      title: 'No desktops here',
      text: 'This cluster has no desktops, or your roles do not give access to any. One appears here as soon as a desktop service registers it.',
    },
    adds: adding('desktop', 'Add desktop', 'windows_desktop'),
  },
  predicate: {
    name: (desktop) => desktop.name,
    labels: (desktop) => desktop.labels,
    values: (desktop) => [desktop.name, desktop.addr],
  },
  access: { kind: 'windows_desktop' },
  lockTarget: ({ name }) => ({ kind: 'windows_desktop', value: name }),
  rowActions: [
    connectAs<Desktop>('windows_desktop', (clusterId, { name }, login) => desktopPath(clusterId, name, login)),
    testConnection('windows_desktop'),
    editDocument<Desktop>('windows_desktop'),
    connectSettings<Desktop>('windows_desktop'),
  ],
});
