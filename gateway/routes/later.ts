// Endpoints of the contract that this gateway does not serve yet. gateway/DIFFERENCES.md lists them.
import type { Gateway } from '../gateway.ts';
import { denied, notFound, notServed } from '../http/failures.ts';
import type { Api } from './api.ts';

export function laterRoutes(api: Api, { stores }: Pick<Gateway, 'stores'>): void {
  /** Agents ask for kinds of tunnels in the header (http-resources §19). This gateway has no such tunnels. */
  api.on('GET', 'connectionupgrade', 'public', ({ request }) => {
    throw notFound(`unsupported upgrade types: [${request.headers.upgrade ?? ''}]`);
  });

  api.on('POST', 'host/credentials', 'public', async ({ body }) => {
    const sent = await body();
    const [node, role] = [sent.text('node_name'), sent.text('role')].map((text) => JSON.stringify(text));
    if (!stores.documents.find('token', sent.text('token')))
      throw denied(`${node} can not join the cluster with role ${role}, token expired or not found`);
    throw notServed('agents that join: not supported by this gateway yet');
  });
}
