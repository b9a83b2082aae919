// Databases and the services that reach them (http-resources §6).
import type { DatabaseJson, DatabaseServiceJson } from '../../src/wire/inventoryJson.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { toListedDatabase } from '../inventory/databaseJson.ts';
import { databaseType } from '../inventory/databaseType.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { iamPolicy } from '../inventory/iamPolicy.ts';
import { resourceMatchers } from '../inventory/matchers.ts';
import type { Api } from './api.ts';
import { inventoryListRoute } from './inventoryList.ts';

export function databaseRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'audit' | 'hostId'>): void {
  const { stores, hostId } = gateway;

  inventoryListRoute<DatabaseJson>(api, gateway, {
    path: 'databases',
    kind: 'db',
    rule: 'db_server',
    resource: 'db_server',
    columns: { name: 'name', description: 'description', type: 'type' },
    toItem: toListedDatabase,
  });

  inventoryListRoute<DatabaseServiceJson>(api, gateway, {
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
  });

  api.on('GET', 'sites/:site/databases/:database', 'session+site', ({ caller, param }) =>
    toListedDatabase(served(caller, param('database')), caller),
  );

  api.on('GET', 'sites/:site/databases/:database/iam/policy', 'session+site', ({ caller, param }) => {
    const { spec } = served(caller, param('database')).document;
    const aws = iamPolicy(spec);
    if (!aws) throw badRequest(`IAM policy not supported for database type "${databaseType(spec)}"`);
    return { type: 'aws', aws };
  });

  /** What labels deny is not told from what is not there. */
  function served(caller: Caller, name: string): Entry {
    requireRule(caller, 'db_server', 'list', 'read');
    const database = stores.inventory.find('db', keyOf({ kind: 'db', metadata: { name } }, hostId));
    if (!database || !caller.access.resource('db', database.labels).ok) throw notFound(`database "${name}" not found`);
    return database;
  }
}
