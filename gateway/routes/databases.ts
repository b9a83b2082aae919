// One database (http-resources §6), and the socket of its query console (streams §11).
import { parseQueryParams } from '../databases/queryParams.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { toListedDatabase } from '../inventory/databaseJson.ts';
import { databaseType } from '../inventory/databaseType.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { iamPolicy } from '../inventory/iamPolicy.ts';
import type { Api } from './api.ts';
import { requireOwnOrigin } from '../http/ownOrigin.ts';

export function databaseRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'hostId' | 'queries'>): void {
  const { stores, hostId, queries } = gateway;

  api.on('GET', 'sites/:site/databases/:database', 'session+site', ({ caller, param }) =>
    toListedDatabase(served(caller, param('database')), caller),
  );

  api.on('GET', 'sites/:site/databases/:database/iam/policy', 'session+site', ({ caller, param }) => {
    const { spec } = served(caller, param('database')).document;
    const aws = iamPolicy(spec);
    if (!aws) throw badRequest(`IAM policy not supported for database type "${databaseType(spec)}"`);
    return { type: 'aws', aws };
  });

  api.socket(
    'postern/sites/:site/databases/:name/query',
    'locked-session+site',
    (call) => {
      requireOwnOrigin(call.request);
      const { caller, request, param, query } = call;
      const visitor = { caller, remoteAddr: remoteAddressOf(request) };
      const visit = { visitor, name: param('name'), params: parseQueryParams(query) };
      return (socket, noteActivity) => queries.begin(socket, { ...visit, noteActivity });
    },
    { activity: 'noted' }, // pings are not activity
  );

  /** A database that labels hide cannot be distinguished from a missing one. */
  function served(caller: Caller, name: string): Entry {
    requireRule(caller, 'db_server', 'list', 'read');
    const database = stores.inventory.find('db', keyOf({ kind: 'db', metadata: { name } }, hostId));
    if (!database || !caller.access.resource('db', database.labels).ok) throw notFound(`database "${name}" not found`);
    return database;
  }
}
