// The socket of a database (streams §11), an extension.
import { remoteAddressOf } from '../http/requestFacts.ts';
import { parseQueryParams } from '../databases/queryParams.ts';
import type { Gateway } from '../gateway.ts';
import type { Api } from './api.ts';
import { requireOwnOrigin } from './ownOrigin.ts';

export function queryRoutes(api: Api, { queries }: Pick<Gateway, 'queries'>): void {
  api.socket(
    'postern/sites/:site/databases/:name/query',
    'locked-session+site',
    (call) => {
      requireOwnOrigin(call);
      const { caller, request, param, query } = call;
      const visitor = { caller, remoteAddr: remoteAddressOf(request) };
      const visit = { visitor, name: param('name'), params: parseQueryParams(query) };
      return (socket, noteActivity) => queries.begin(socket, { ...visit, noteActivity });
    },
    'noted', // pings are no activity
  );
}
