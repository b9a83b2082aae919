// Trust in other clusters (http-resources §11.4, §19). The author's text is kept, save that the token never is in it.
import type { ResourceItemJson } from '../../src/wire/http.ts';
import { object, texts } from '../../src/wire/shape.ts';
import { patchYaml, withValueAt } from '../../src/wire/yaml.ts';
import { NEVER } from '../audit/events.ts';
import { hideSecrets, keepSecrets } from '../documents/secrets.ts';
import type { Gateway } from '../gateway.ts';
import { alreadyExists, badRequest, denied, notFound, notServed } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import type { StoredDocument } from '../store/documents.ts';
import { askRoot } from '../trust/askRoot.ts';
import { authorityDocuments } from '../trust/authorityDocuments.ts';
import {
  isSameTrust,
  localRoles,
  refusedChange,
  toTrustedCluster,
  TRUST_SECRETS,
  validateTrustedCluster,
} from '../trust/trustedCluster.ts';
import { OK, type Api } from './api.ts';
import { renamed, toSentDocument, wrongKind, type SentDocument } from '../documents/sentDocument.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'config' | 'certificates' | 'now'>;

const KIND = 'trusted_cluster';

export function trustedClusterRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, config, certificates, now } = gateway;

  const toSent = (caller: Caller, sent: SentDocument): SentDocument => {
    if (sent.kind !== KIND) throw wrongKind(sent.kind);
    requireRule(caller, KIND, 'read');
    requireRule(caller, KIND, 'create', 'update');
    if (sent.name.includes('/')) throw badRequest('a cluster name must not contain a slash');
    return sent;
  };

  const requireFit = (document: unknown): void => {
    const fault = validateTrustedCluster(document);
    if (fault !== undefined) throw badRequest(fault);
    const unknown = localRoles(toTrustedCluster(document)).find((role) => !stores.roles.has(role));
    if (unknown !== undefined) throw notFound(`role "${unknown}" is not found`);
  };

  /** Inside a transaction. */
  const put = (caller: Caller, { name, content, document }: Omit<SentDocument, 'kind'>): void => {
    const hidden = hideSecrets(TRUST_SECRETS, content, document);
    if (!hidden.ok) throw badRequest(hidden.message);
    const authorship = { by: caller.user.name, nowMs: now() };
    stores.documents.put({ kind: KIND, name, content: hidden.content, document }, authorship);
    audit.emit('trusted_cluster.create', { user: caller.user.name, name, expires: NEVER }); // on updates too
  };

  const missing = (name: string) => notFound(`resource with name "${name}" does not exist`);
  const requireNew = (name: string): void => {
    if (stores.documents.find(KIND, name)) throw alreadyExists(`resource with name "${name}" already exists`);
  };

  api.on('GET', 'trustedcluster', 'session', ({ caller }) => {
    requireRule(caller, KIND, 'list', 'read');
    return stores.documents.list(KIND).map(toItem);
  });

  api.on('POST', 'trustedcluster', 'session', async ({ caller, body }) => {
    const sent = toSent(caller, toSentDocument(await body()));
    requireNew(sent.name);
    requireFit(sent.document);
    const { token, web_proxy_addr: address } = toTrustedCluster(sent.document);
    const own = config.get().clusterName;
    const authorities = await authorityDocuments(certificates, own);
    const name = await askRoot({ address, token, authorities });
    if (name === own) throw badRequest(`a cluster cannot trust itself: ${address} is this one`);
    stores.db.transaction(() => {
      requireNew(name);
      put(caller, called(name, sent));
    });
    // What was sent comes back, its name too: the list has the name that counts.
    return { ...toItem(sent), content: shown(sent) };
  });

  api.on('PUT', 'trustedcluster/:name', 'session', async ({ caller, param, body }) => {
    const name = param('name');
    const sent = toSentDocument(await body());
    if (sent.name !== name) throw renamed();
    toSent(caller, sent);
    if (!stores.documents.find(KIND, name)) throw missing(name);
    requireFit(sent.document);
    return stores.db.transaction(() => {
      const stored = stores.documents.find(KIND, name);
      if (!stored) throw missing(name);
      const { document } = keepSecrets(TRUST_SECRETS, sent.document, stored.document);
      const [before, after] = [toTrustedCluster(stored.document), toTrustedCluster(document)];
      const refused = refusedChange(before, after);
      if (refused !== undefined) throw badRequest(refused);
      if (isSameTrust(before, after)) {
        throw alreadyExists(
          `trusted cluster is already ${after.enabled ? 'enabled' : 'disabled'}, this update would have no effect`,
        );
      }
      put(caller, { ...sent, document });
      return { ...toItem(sent), content: shown(sent) };
    });
  });

  api.on('DELETE', 'trustedcluster/:name', 'session', ({ caller, param }) => {
    const name = param('name');
    requireRule(caller, KIND, 'delete');
    if (name === config.get().clusterName) {
      throw badRequest(`trusted cluster "${name}" is the name of this root cluster and cannot be removed.`);
    }
    stores.db.transaction(() => {
      if (!stores.documents.delete(KIND, name, { by: caller.user.name, nowMs: now() }))
        throw notFound(`trusted cluster "${name}" is not found`);
      audit.emit('trusted_cluster.delete', { user: caller.user.name, name, expires: NEVER });
    });
    return OK;
  });

  /** The root's side: a leaf that wants to join shows its token. */
  api.on('POST', 'trustedclusters/validate', 'public', async ({ body }) => {
    const token = stores.documents.find('token', (await body()).text('token'));
    const isInForce = token !== undefined && (token.expiresMs ?? Infinity) > now();
    if (!isInForce || !mayJoinClusters(token)) throw denied('access denied: the cluster token has been rejected');
    throw notServed('joining clusters: not served by this gateway yet');
  });
}

/** A name that only the other side knew, in the author's text as well. */
function called(name: string, { content, document }: SentDocument): Omit<SentDocument, 'kind'> {
  const path = ['metadata', 'name'];
  return { name, content: patchYaml(content, path, name) ?? content, document: withValueAt(document, path, name) };
}

/** The text as it would come back from the list. */
function shown({ content, document }: SentDocument): string {
  const hidden = hideSecrets(TRUST_SECRETS, content, document);
  return hidden.ok ? hidden.content : '';
}

const TOKEN = object({ spec: object({ roles: texts }) });

/** resource-specs §7: the role that a leaf's token carries. */
function mayJoinClusters({ document }: StoredDocument): boolean {
  const { roles } = TOKEN.read(document).spec;
  return roles.some((role) => role.toLowerCase() === 'trusted_cluster');
}

const toItem = ({ name, content }: Pick<StoredDocument, 'name' | 'content'>): ResourceItemJson => ({
  id: `${KIND}:${name}`,
  kind: KIND,
  name,
  content,
});
