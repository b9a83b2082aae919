// Trust in other clusters (http-resources §11.4, §19). The author's text is stored without the token.
import { toResourceItem } from '../documents/documentItems.ts';
import { TRUSTED_CLUSTER } from '../documents/kinds/trustedCluster.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, denied, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { mayJoinClusters } from '../tokens/joinToken.ts';
import { OK, type Api } from './api.ts';
import { requesterOf } from './requester.ts';
import { readSent } from './sentDocument.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'documents' | 'tasks'>;

export function trustedClusterRoutes(api: Api, gateway: Parts): void {
  const { stores, config, documents, tasks } = gateway;

  api.on('GET', 'trustedcluster', 'session', (call) => {
    requireRule(call.caller, 'trusted_cluster', 'list', 'read');
    return tasks.answer('resourceItems', { kinds: [TRUSTED_CLUSTER.kind] }, requesterOf(call));
  });

  // Returns the submitted document and name. The list has the effective name.
  api.on('POST', 'trustedcluster', 'session', async (call) => {
    const sent = await readSent(gateway, call, { kinds: [TRUSTED_CLUSTER], doing: 'create' });
    const { kind, content } = await documents.create(TRUSTED_CLUSTER, call.caller, sent);
    const texts = textsOf(tasks, requesterOf(call));
    const asSent = await texts.patch(content, { path: ['metadata', 'name'], value: sent.name });
    return toResourceItem({ kind, name: sent.name, content: asSent ?? content });
  });

  api.on('PUT', 'trustedcluster/:name', 'session', async (call) => {
    const name = call.param('name');
    const sent = await readSent(gateway, call, { kinds: [TRUSTED_CLUSTER], doing: 'update', name });
    return toResourceItem(await documents.update(TRUSTED_CLUSTER, call.caller, name, sent));
  });

  api.on('DELETE', 'trustedcluster/:name', 'session', async ({ caller, param }) => {
    const name = param('name');
    requireRule(caller, 'trusted_cluster', 'delete');
    if (name === config.get().clusterName) {
      throw badRequest(`trusted cluster "${name}" is the name of this root cluster and cannot be removed.`);
    }
    await documents.remove(TRUSTED_CLUSTER, caller, name);
    return OK;
  });

  /** The side of the root cluster: a leaf that joins sends its token. */
  api.on('POST', 'trustedclusters/validate', 'limited', async ({ body }) => {
    const token = stores.documents.find('token', (await body()).text('token'));
    if (!token || !mayJoinClusters(token.document)) throw denied('access denied: the cluster token has been rejected');
    throw notServed('joining clusters: not supported by this gateway yet');
  });
}
