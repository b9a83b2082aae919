// Trust in other clusters (http-resources §11.4, resource-specs §6).
import { faultAt } from '../../../src/wire/documentFault.ts';
import { NEVER } from '../../audit/events.ts';
import type { Gateway } from '../../gateway.ts';
import { badDocument, notFound } from '../../http/failures.ts';
import { askRoot } from '../../trust/askRoot.ts';
import { authorityDocuments } from '../../trust/authorityDocuments.ts';
import {
  isSameTrust,
  localRoles,
  refusedChange,
  toTrustedCluster,
  validateTrustedCluster,
} from '../../trust/trustedCluster.ts';
import type { DocumentKind } from '../documentKind.ts';
import type { DocumentWrite } from '../documentKindOf.ts';

export const TRUSTED_CLUSTER: DocumentKind = {
  kind: 'trusted_cluster',
  word: 'cluster',
  writeVerbs: ['create', 'update'],
  writeNeedsRead: true,
  secrets: [['spec', 'token']],
  check({ document, stored }, { stores }) {
    const fault = validateTrustedCluster(document);
    if (fault !== undefined) throw badDocument(fault);
    const after = toTrustedCluster(document);
    const unknown = localRoles(after).find(({ role }) => !stores.roles.has(role));
    if (unknown) {
      const message = `a role "${unknown.role}" referenced in a mapping ${unknown.mapping} is not defined`;
      throw badDocument(faultAt(message, ...unknown.path), 404);
    }
    if (!stored) return;
    const before = toTrustedCluster(stored.document);
    const refused = refusedChange(before, after);
    if (refused !== undefined) throw badDocument(refused);
    if (!isSameTrust(before, after)) return;
    const state = after.enabled ? 'enabled' : 'disabled';
    throw badDocument(
      faultAt(`trusted cluster is already ${state}, this update would have no effect`, 'spec', 'enabled'),
      409,
    );
  },
  agreedName: askOtherSide,
  written({ caller, name }, { audit }) {
    audit.emit('trusted_cluster.create', { user: caller.user.name, name, expires: NEVER }); // on updates too
  },
  removed({ caller, stored: { name } }, { audit }) {
    audit.emit('trusted_cluster.delete', { user: caller.user.name, name, expires: NEVER });
  },
  missing: (name, doing) =>
    notFound(
      doing === 'delete' ? `trusted cluster "${name}" is not found` : `resource with name "${name}" does not exist`,
    ),
};

/** A trust has the name of the trusted cluster, which only that cluster knows. */
async function askOtherSide({ document }: DocumentWrite, { config, authorities }: Gateway): Promise<string> {
  const { token, web_proxy_addr: address } = toTrustedCluster(document);
  const ownName = config.get().clusterName;
  const name = await askRoot({ address, token, authorities: await authorityDocuments(authorities, ownName) });
  if (name === ownName)
    throw badDocument(faultAt(`a cluster cannot trust itself: ${address} is this one`, 'spec', 'web_proxy_addr'));
  return name;
}
