import { databaseServiceList, type DatabaseService } from '../api/inventoryLists.ts';
import { defineResource } from './defineResource.ts';
import { inventoryPage } from './inventory.ts';

export default defineResource<DatabaseService>({
  // The ACL has no such kind: users who may add databases need to see these services (docs/decisions.md, D-096).
  ...inventoryPage('databaseServices', { icon: 'plug', acl: 'db', flag: 'databaseServices', weight: 8 }),
  path: 'cluster/:clusterId/database-services',
  label: ['Database service', 'Database services'],
  verbs: { list: ['create'] },
  wire: { list: databaseServiceList },
  fields: [
    { source: 'name', kind: 'mono', label: 'Name', sort: true, list: { width: [200, 300] } },
    { source: 'matchers', kind: 'chips', label: 'Serves databases with', list: { width: 'rest' } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search name or label',
    about: 'These services give access to databases with matching labels',
    empty: {
      title: 'No database services here',
      text: 'A cluster serves databases through agents that run a database service.',
    },
  },
});
