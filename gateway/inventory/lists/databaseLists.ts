// Databases and their services (http-resources §6).
import type { DatabaseJson, DatabaseServiceJson } from '../../../src/wire/inventoryJson.ts';
import { toListedDatabase } from '../databaseJson.ts';
import { resourceMatchers } from '../matchers.ts';
import type { InventoryList } from './inventoryList.ts';

export const DATABASE_LIST: InventoryList<DatabaseJson> = {
  path: 'databases',
  kind: 'db',
  rule: 'db_server',
  resource: 'db_server',
  columns: { name: 'name', description: 'description', type: 'type' },
  toItem: toListedDatabase,
};

export const DATABASE_SERVICE_LIST: InventoryList<DatabaseServiceJson> = {
  path: 'databaseservices',
  kind: 'db_service',
  rule: 'db_service',
  resource: 'db_service',
  columns: 'none',
  toItem: ({ key, document }) => ({
    name: key,
    resource_matchers: resourceMatchers(document).map((labels) => ({
      labels: Object.fromEntries(
        Object.entries(labels).map(([label, values]) => {
          const [only = '', ...more] = values;
          return [label, more.length > 0 ? [...values] : only];
        }),
      ),
    })),
  }),
};
