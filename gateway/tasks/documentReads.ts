// Lists of documents that administrators write: users, and documents with their history.
import type { HistoryJson, RemovedJson } from '../../src/wire/http.ts';
import type { LockJson } from '../../src/wire/locks.ts';
import type { YamlPath } from '../../src/wire/yaml.ts';
import type { InventoryKind } from '../config/settings.ts';
import { toFixedItem, toItem, toResourceItem } from '../documents/documentItems.ts';
import { toFixedDocument } from '../inventory/fixedDocument.ts';
import { toLock, toLockJson } from '../locks/lock.ts';
import { maskedToken } from '../../src/wire/joinTokens.ts';
import type { TaskParts } from './taskParts.ts';

const REMOVED_MAX = 200;

/** A list of users (http-auth §10). */
export const users = ({ stores }: TaskParts) =>
  stores.users.list().map(({ name, roles, authType }) => ({ name, roles, authType }));

/** Documents of these kinds in the contract's form (http-resources §11.1). */
export const resourceItems = ({ stores }: TaskParts, { kinds }: { kinds: readonly string[] }) =>
  kinds.flatMap((kind) => stores.documents.list(kind).map(toResourceItem));

type DocumentItemsInput = {
  kinds: readonly {
    kind: string;
    /** Paths whose values are emptied. */
    secrets: readonly YamlPath[];
    /** The inventory kind, if `gateway.yaml` can contain documents of that kind. */
    fixed?: InventoryKind | undefined;
  }[];
};

/** Documents of these kinds with their revisions, by kind and name. */
export const documentItems = ({ stores }: TaskParts, { kinds }: DocumentItemsInput) =>
  kinds.flatMap(({ kind, secrets, fixed: fixedKind }) => {
    const fixed = fixedKind ? stores.inventory.undynamic(fixedKind).map(toFixedDocument) : [];
    const hidden = new Set(fixed.map(({ name }) => name)); // a written document with the same name has no effect
    const stored = stores.documents.list(kind).filter(({ name }) => !hidden.has(name));
    const items = [...fixed.map((document) => toFixedItem({ kind, secrets }, document)), ...stored.map(toItem)];
    return items.sort((a, b) => (a.name < b.name ? -1 : 1));
  });

/** Locks with their authors and times (http-resources §15.1). */
export const locks = ({ stores }: TaskParts): LockJson[] =>
  stores.documents.list('lock').map(({ document, createdBy, createdMs }) => ({
    ...toLockJson(toLock(document)),
    createdAt: new Date(createdMs).toISOString(),
    createdBy,
  }));

/** Removed documents of a kind, the latest first. */
export function removedDocuments({ stores }: TaskParts, { kind }: { kind: string }): RemovedJson {
  const removed = stores.revisions.removals(kind, REMOVED_MAX).map(({ id, name, author, timeMs }) => ({
    name: kind === 'token' ? maskedToken(name) : name,
    revision: String(id),
    author,
    time: new Date(timeMs).toISOString(),
  }));
  return { removed };
}

/** The writes of a document, newest first. */
export function revisions({ stores }: TaskParts, { kind, name }: { kind: string; name: string }): HistoryJson {
  const revisions = stores.revisions.list(kind, name).map(({ id, author, timeMs, change }) => ({
    revision: String(id),
    author,
    time: new Date(timeMs).toISOString(),
    change,
  }));
  return { revisions };
}
