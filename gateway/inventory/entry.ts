// An inventory entry: its document, and the fields for lists and queries (http-resources §1.3–1.5).
import { textAt } from '../../src/lib/json.ts';
import type { Connect, InventoryKind, ResourceDocument } from '../config/settings.ts';
import { databaseType } from './databaseType.ts';

/** The source: `gateway.yaml`, a user or a join at run time, or the gateway for its own machine. */
export type Origin = 'config-file' | 'dynamic' | 'self';

export type Entry = {
  kind: InventoryKind;
  /** Pagination key, unique per kind: a node's UUID, `<host id>/<name>`, or the name (http-resources §1.2). */
  key: string;
  origin: Origin;
  document: ResourceDocument;
  connect: Connect;
  /** Static and dynamic labels and those that the server sets, including hidden ones. */
  labels: Readonly<Record<string, string>>;
};

/** The fields for sorting, and the text of plain search. */
export type EntryFields = {
  /** The name in queries: for a node, its hostname. */
  name: string;
  address: string;
  description: string;
  publicAddress: string;
  type: string;
  /** Values that plain search reads. */
  search: string[];
};

/** `hostId` is the agent that serves the resource: here always the gateway itself. */
export function keyOf(
  { kind, metadata }: { kind: InventoryKind; metadata: Pick<ResourceDocument['metadata'], 'name'> },
  hostId: string,
): string {
  const served = kind === 'app' || kind === 'db' || kind === 'windows_desktop';
  return served ? `${hostId}/${metadata.name}` : metadata.name;
}

export function fieldsOf({ kind, document, labels }: Pick<Entry, 'kind' | 'document' | 'labels'>): EntryFields {
  const spec = (field: string) => textAt(document.spec, field);
  const name = kind === 'node' ? spec('hostname') : document.metadata.name;
  const description = document.metadata.description ?? '';
  const fields = {
    name,
    address: kind === 'db' || kind === 'app' ? '' : spec('addr'),
    description,
    publicAddress: spec('public_addr'),
    type: kind === 'db' ? databaseType(document.spec) : '',
  };
  return { ...fields, search: [...Object.entries(labels).flat(), ...ownSearchValues(kind, document, fields)] };
}

/** The table of http-resources §1.4. */
function ownSearchValues(
  kind: InventoryKind,
  { metadata, spec }: ResourceDocument,
  { name, address, description, publicAddress, type }: Omit<EntryFields, 'search'>,
): string[] {
  switch (kind) {
    case 'node': {
      const tunnel = spec['use_tunnel'] === true ? ['tunnel'] : [];
      return [metadata.name, name, address, ...texts(spec['public_addrs']), ...tunnel];
    }
    case 'app':
      return [name, description, publicAddress];
    case 'db':
      return [name, description, textAt(spec, 'protocol'), type, ...(type === 'gcp' ? ['cloud', 'cloud sql'] : [])];
    case 'windows_desktop':
      return [name, address];
    case 'windows_desktop_service':
      return [name, textAt(spec, 'hostname')];
    case 'user_group':
      return [name, description];
    case 'kube_cluster':
    case 'db_service':
      return [name];
    default:
      return kind satisfies never;
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
