import { canQuery, databaseList, type Database } from '../api/databases.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { databaseSteps } from './connectSteps.ts';
import { adding, connectSettings, editDocument, testConnection } from './reachableActions.ts';
import { defineResource } from './defineResource.ts';
import { inventoryList, inventoryPage } from './inventory.ts';

export default defineResource<Database>({
  ...inventoryPage('databases', { icon: 'database', acl: 'dbServers', flag: 'databases', weight: 4 }),
  label: ['Database', 'Databases'],
  wire: { list: databaseList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [150, 232] } },
    { source: 'description', kind: 'text', label: 'Description', sort: true, list: { width: [110, 220] } },
    { source: 'words', kind: 'text', label: 'Type', sort: 'type', list: { width: [150, 220] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    { source: 'uri', kind: 'mono', label: 'Address', list: { hidden: true, width: 260 } },
    { source: 'protocol', kind: 'mono', label: 'Protocol', list: { hidden: true, width: 110 } },
  ],
  list: {
    ...inventoryList('name', 'databases'),
    phone: { name: 'name', meta: ['words'] },
    adds: adding('database', 'Add database', 'db'),
  },
  predicate: {
    name: (database) => database.name,
    labels: (database) => database.labels,
    values: (database) => [
      database.name,
      database.description,
      database.protocol,
      database.type,
      ...(database.type === 'gcp' ? ['cloud', 'cloud sql'] : []),
    ],
  },
  access: { kind: 'db' },
  rowActions: [
    {
      id: 'connect',
      label: 'Connect',
      blocked: ({ protocol }) =>
        serverBehaviour.isGateway && !canQuery(protocol)
          ? 'This gateway connects to PostgreSQL, MySQL and MariaDB only'
          : undefined,
      run: (database, context) => context.steps(databaseSteps(database, context.clusterId)),
    },
    testConnection('db'),
    editDocument<Database>('db'),
    connectSettings<Database>('db'),
  ],
});
