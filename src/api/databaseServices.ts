import type { DatabaseServiceJson } from '../wire/inventoryJson.ts';
import { wholeList } from './lists.ts';

export type DatabaseService = {
  id: string;
  name: string;
  /** Each a set of labels that a database has to have: `env=dev|test, team=a`. */
  matchers: readonly string[];
};

const toDatabaseService = ({ name = '', resource_matchers = [] }: Partial<DatabaseServiceJson>): DatabaseService => ({
  id: name,
  name,
  matchers: resource_matchers.map(({ labels }) =>
    Object.entries(labels ?? {})
      .map(([label, values]) => `${label}=${[values].flat().join('|')}`)
      .join(', '),
  ),
});

/** Services that databases are reached through (http-resources §6.6); the list cannot be sorted. */
export const databaseServiceList = wholeList('sites/:clusterId/databaseservices', toDatabaseService, 'items');
