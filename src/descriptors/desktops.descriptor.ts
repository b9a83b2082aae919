import { desktopList, desktopPath, type Desktop } from '../api/desktops.ts';
import { adding, connectAs, connectSettings, editDocument, testConnection } from './reachableActions.ts';
import { defineResource } from './defineResource.ts';
import { inventoryList, inventoryPage } from './inventory.ts';

export default defineResource<Desktop>({
  ...inventoryPage('desktops', { icon: 'monitor', acl: 'desktops', flag: 'desktops', weight: 5 }),
  label: ['Desktop', 'Desktops'],
  wire: { list: desktopList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [150, 256] } },
    { source: 'addr', kind: 'mono', label: 'Address', sort: 'address', list: { width: [130, 200] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'logins', kind: 'chips', label: 'Allowed logins', list: { hidden: true, width: 200 } },
    { source: 'hostId', kind: 'mono', label: 'Desktop service', list: { hidden: true, width: 272 } },
  ],
  list: { ...inventoryList('name', 'desktops'), adds: adding('desktop', 'Add desktop', 'windows_desktop') },
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
