// Documents that were written while the gateway runs, as inventory entries. The documents are stored in
// `stores.documents`. The inventory is derived from them.
import { compileSelector, type Selector } from '../../src/access/selector.ts';
import type { Connect, InventoryKind, ResourceDocument, SshConnect } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import { idOf } from '../store/inventory.ts';
import type { JoinedHost } from '../store/joinedHosts.ts';
import { isConnectKind } from '../../src/wire/connect.ts';
import { connectOf } from './consoleConnect.ts';
import { toEntry } from './documentEntry.ts';
import { keyOf } from './entry.ts';
import { resourceMatchers } from './matchers.ts';

type Parts = Pick<Gateway, 'stores' | 'hostId'>;

/** Kinds whose documents users may write. */
export const DYNAMIC_KINDS = [
  'app',
  'db',
  'kube_cluster',
  'node',
  'windows_desktop',
  'user_group',
] as const satisfies InventoryKind[];
export type DynamicKind = (typeof DYNAMIC_KINDS)[number];

/** The default connection of each kind. */
const CONNECT: Readonly<Record<DynamicKind, Connect>> = {
  app: { via: 'app' },
  db: { via: 'database' },
  kube_cluster: { via: 'kubernetes' },
  node: { via: 'ssh' },
  windows_desktop: { via: 'vnc' },
  user_group: { via: 'default' },
};

export type DynamicDocument = ResourceDocument & { kind: DynamicKind };

/**
 * Adds or replaces the document's inventory entry. `gateway.yaml` has priority: a document with the same name as an
 * entry of the file has no effect.
 */
export function putDynamic(parts: Parts, document: DynamicDocument, isServed = servedBy(parts)): void {
  const { stores, hostId } = parts;
  const connect = wayTo(parts, document);
  if (fromFile(parts, document)) return;
  const entry = toEntry({ document, connect }, 'dynamic', hostId);
  if (document.kind === 'db' && !isServed(entry.labels)) stores.inventory.remove('db', [entry.key]);
  else stores.inventory.put(entry);
}

const toJoined = ({ node, hostKeys, tunnelKey }: JoinedHost): NonNullable<SshConnect['joined']> => ({
  ...{ node, hostKeys },
  ...(tunnelKey !== '' && { tunnel: true }),
});

/** The connection of the document's resource: as a joined server, as set in the console, or the default of its kind. */
function wayTo({ stores }: Parts, document: DynamicDocument): Connect {
  const { kind, metadata, spec } = document;
  const joined = kind === 'node' ? stores.joinedHosts.find(metadata.name) : undefined;
  if (joined) return { via: 'ssh', joined: toJoined(joined) };
  const stored = isConnectKind(kind) ? stores.connectSettings.find(kind, metadata.name) : undefined;
  return isConnectKind(kind) && stored ? connectOf({ kind, spec }, stored) : CONNECT[kind];
}

/** Removes the entry of `putDynamic`, and its connection settings. An entry of the file stays. */
export function removeDynamic(parts: Parts, kind: DynamicKind, name: string): void {
  const entry = entryNamed(parts, kind, name);
  if (kind === 'node') parts.stores.joinedHosts.delete(name, entry?.labels ?? {});
  if (isConnectKind(kind)) parts.stores.connectSettings.delete(kind, name);
  if (entry?.origin === 'dynamic') parts.stores.inventory.remove(kind, [entry.key]);
}

/**
 * Call this after a change of the file: hidden entries reappear, and databases are matched with the services again.
 * `changed`: the ids of the file's entries that were changed or are gone. Absent: all documents are restored.
 */
export function restoreDynamic(parts: Parts, changed?: ReadonlySet<string>): void {
  const { stores, hostId } = parts;
  const isServed = servedBy(parts);
  const kinds = changed && new Set([...changed].map((id) => id.slice(0, id.indexOf('/'))));
  const rematches = (kind: DynamicKind) => kind === 'db' && kinds?.has('db_service') === true;
  const isDue = (document: DynamicDocument) =>
    !changed || rematches(document.kind) || changed.has(idOf({ ...document, key: keyOf(document, hostId) }));
  stores.db.transaction(() => {
    for (const kind of DYNAMIC_KINDS.filter((each) => !kinds || kinds.has(each) || rematches(each)))
      for (const document of stores.documents.list(kind).map((stored) => stored.document as DynamicDocument))
        if (isDue(document)) putDynamic(parts, document, isServed);
  });
}

/** Whether `gateway.yaml` or this machine itself has the name. */
const fromFile = (parts: Parts, { kind, metadata }: Pick<DynamicDocument, 'kind' | 'metadata'>): boolean => {
  const origin = entryNamed(parts, kind, metadata.name)?.origin;
  return origin !== undefined && origin !== 'dynamic';
};

export const entryNamed = ({ stores, hostId }: Parts, kind: DynamicKind, name: string) =>
  stores.inventory.find(kind, keyOf({ kind, metadata: { name } }, hostId));

/**
 * A database is listed while a service proxies it (http-resources §6). The services are those of the inventory at the
 * first call. If it has none, the gateway serves all databases.
 */
function servedBy({ stores }: Parts): (labels: Readonly<Record<string, string>>) => boolean {
  let matchers: Selector[] | undefined;
  let servesAll = false;
  return (labels) => {
    if (!matchers) {
      const services = stores.inventory.all('db_service');
      servesAll = services.length === 0;
      matchers = services
        .flatMap(({ document }) => resourceMatchers(document))
        .map((matcher) => compileSelector(matcher, {}));
    }
    return servesAll || matchers.some((selector) => selector.kind === 'selector' && selector.matches(labels));
  };
}
