import { desktopServiceList, type DesktopService } from '../api/desktops.ts';
import { defineResource } from './defineResource.ts';
import { inventoryPage } from './inventory.ts';

export default defineResource<DesktopService>({
  // Every user may list them, but they are for users who set up agents (docs/decisions.md, D-096).
  ...inventoryPage('desktopServices', { icon: 'plug', acl: 'desktops', flag: 'desktopServices', weight: 9 }),
  path: 'cluster/:clusterId/desktop-services',
  label: ['Desktop service', 'Desktop services'],
  wire: { list: desktopServiceList },
  fields: [
    { source: 'hostname', kind: 'text', label: 'Hostname', sort: true, list: { width: [160, 240] } },
    { source: 'addr', kind: 'mono', label: 'Address', sort: true, list: { width: [150, 220] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'name', kind: 'mono', label: 'Name', sort: true, list: { hidden: true, width: 272 } },
  ],
  list: {
    title: 'hostname',
    sort: { field: 'hostname', order: 'ASC' },
    search: 'Search hostname, address or label',
    about: 'These services give access to desktops',
    empty: {
      title: 'No desktop services here',
      text: 'A desktop service appears here as soon as its agent has joined.',
    },
  },
});
