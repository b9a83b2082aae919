// Documents of inventory resources. A written document is in the inventory at once (resource-specs §8–§12).
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at, isObject, textAt } from '../../../src/lib/json.ts';
import { faultAt } from '../../../src/wire/documentFault.ts';
import type { AppDirectory } from '../../apps/AppDirectory.ts';
import { nodeId } from '../../config/checkInventory.ts';
import { badDocument, denied } from '../../http/failures.ts';
import type { Caller } from '../../identity/caller.ts';
import { checkDocument } from '../../inventory/checkDocument.ts';
import {
  entryNamed,
  putDynamic,
  removeDynamic,
  type DynamicDocument,
  type DynamicKind,
} from '../../inventory/dynamic.ts';
import { toFixedDocument } from '../../inventory/fixedDocument.ts';
import type { DocumentKind } from '../documentKind.ts';
import { writeInventoryEvent } from './inventoryAudit.ts';

/**
 * Every user may list and read what their labels allow. The documents contain addresses and credentials, so reading
 * them requires the right to change them.
 */
const READ_NEEDS = ['update'] as const;

type KindOverrides = Pick<DocumentKind, 'secrets' | 'nameOf'>;

const inventoryKind = (kind: DynamicKind, overrides: KindOverrides = {}): DocumentKind => ({
  kind,
  ...overrides,
  readNeeds: READ_NEEDS,
  fixedDocument(name, gateway) {
    const entry = entryNamed(gateway, kind, name);
    const written = entry?.origin === 'dynamic' && gateway.stores.documents.has(kind, name);
    return entry && !written ? toFixedDocument(entry) : undefined;
  },
  fixedIn: kind,
  complete(document) {
    const checked = checkDocument(document);
    if (!checked.ok) throw badDocument(checked.fault);
    return checked.document;
  },
  check({ caller, document, stored }, { appDirectory }) {
    const fault = checkMetadata(at(document, 'metadata'));
    if (fault !== undefined) throw badDocument(fault);
    const dynamic = toDynamic(document);
    if (stored) requireReachable(caller, toDynamic(stored.document));
    requireReachable(caller, dynamic);
    if (kind === 'app') requireFreeHost(appDirectory, dynamic);
  },
  written({ caller, document, stored }, gateway) {
    const dynamic = toDynamic(document);
    putDynamic(gateway, dynamic);
    writeInventoryEvent(gateway.audit, caller, stored ? 'update' : 'create', dynamic);
  },
  expired: ({ name }, gateway) => removeDynamic(gateway, kind, name),
  removed({ caller, stored }, gateway) {
    const dynamic = toDynamic(stored.document);
    requireReachable(caller, dynamic);
    removeDynamic(gateway, kind, stored.name);
    writeInventoryEvent(gateway.audit, caller, 'delete', dynamic);
  },
});

/** The result of `complete`, now or when it was stored. */
const toDynamic = (document: unknown) => document as DynamicDocument;

export const APP = inventoryKind('app');
export const DB = inventoryKind('db');
export const KUBE_CLUSTER = inventoryKind('kube_cluster', { secrets: [['spec', 'kubeconfig']] });
export const NODE = inventoryKind('node', { nameOf: generatedName });
export const WINDOWS_DESKTOP = inventoryKind('windows_desktop');
export const USER_GROUP = inventoryKind('user_group');

/** The server generates the name of an agentless node (resource-specs §11). */
function generatedName(document: unknown): string {
  const spec = at(document, 'spec');
  return nodeId(isObject(spec) ? spec : {});
}

/** The console and its editor expect 409 for an existing name, or a newer revision. */
function requireFreeHost(directory: Pick<AppDirectory, 'takenHost'>, { metadata, spec }: DynamicDocument): void {
  const host = directory.takenHost({ name: metadata.name, publicAddr: textAt(spec, 'public_addr') });
  if (host === undefined) return;
  const message = `The host name ${host} belongs to the console or to another application. Set another spec.public_addr or name.`;
  throw badDocument(faultAt(message, 'spec', 'public_addr'));
}

/** Users may not create, change or delete resources that their roles do not give access to (resource-specs §8). */
function requireReachable({ access }: Caller, { kind, metadata }: DynamicDocument): void {
  if (kind !== 'app' && kind !== 'db' && kind !== 'kube_cluster') return;
  const verdict = access.resource(kind, metadata.labels ?? {});
  if (!verdict.ok) throw denied(verdict.message);
}
