// Trust in other clusters (http-resources §11.4, §19). The author's text is kept, save that the token never is in it.
import { patchYaml } from '../../src/wire/yaml.ts';
import { TRUSTED_CLUSTER } from '../documents/kinds/trustedCluster.ts';
import { toSentDocument } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, denied, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { mayJoinClusters } from '../tokens/joinToken.ts';
import { OK, type Api } from './api.ts';
import { toResourceItem } from './documentItems.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'documents'>;

export function trustedClusterRoutes(api: Api, { stores, config, documents }: Parts): void {
  api.on('GET', 'trustedcluster', 'session', ({ caller }) => {
    requireRule(caller, 'trusted_cluster', 'list', 'read');
    return documents.list(TRUSTED_CLUSTER).map(toResourceItem);
  });

  // What was sent comes back, its name too: the list has the name that counts.
  api.on('POST', 'trustedcluster', 'session', async ({ caller, body }) => {
    const sent = toSentDocument(await body());
    const { kind, content } = await documents.create(TRUSTED_CLUSTER, caller, sent);
    const asSent = patchYaml(content, ['metadata', 'name'], sent.name) ?? content;
    return toResourceItem({ kind, name: sent.name, content: asSent });
  });

  api.on('PUT', 'trustedcluster/:name', 'session', async ({ caller, param, body }) =>
    toResourceItem(await documents.update(TRUSTED_CLUSTER, caller, param('name'), toSentDocument(await body()))),
  );

  api.on('DELETE', 'trustedcluster/:name', 'session', async ({ caller, param }) => {
    const name = param('name');
    requireRule(caller, 'trusted_cluster', 'delete');
    if (name === config.get().clusterName) {
      throw badRequest(`trusted cluster "${name}" is the name of this root cluster and cannot be removed.`);
    }
    await documents.remove(TRUSTED_CLUSTER, caller, name);
    return OK;
  });

  /** The root's side: a leaf that wants to join shows its token. */
  api.on('POST', 'trustedclusters/validate', 'public', async ({ body }) => {
    const token = stores.documents.find('token', (await body()).text('token'));
    if (!token || !mayJoinClusters(token.document)) throw denied('access denied: the cluster token has been rejected');
    throw notServed('joining clusters: not served by this gateway yet');
  });
}
