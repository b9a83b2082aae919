// A resource document as an entry of the inventory, with what the server writes into it.
import type { InventoryItem, ResourceDocument } from '../config/settings.ts';
import { withCloudFacts } from './cloudFacts.ts';
import { keyOf, type Entry } from './entry.ts';

const ORIGIN_LABEL = 'teleport.dev/origin';
/** Says of a desktop whether it belongs to a directory. */
const DIRECTORY_LABEL = 'teleport.dev/ad';

type WrittenOrigin = 'config-file' | 'dynamic';

/** `hostId` is the agent's that serves the thing: here always the gateway itself. */
export function toEntry(item: InventoryItem, origin: WrittenOrigin, hostId: string): Entry {
  const { document, connect } = item;
  const labels = { ...document.metadata.labels, ...serverLabels(item, origin) };
  return {
    kind: document.kind,
    key: keyOf(document, hostId),
    origin,
    document: {
      ...document,
      ...(Object.keys(labels).length > 0 && { metadata: { ...document.metadata, labels } }),
      spec: completeSpec(document),
    },
    connect,
    labels,
  };
}

/** Labels that the reference adds by where a document comes from: to these kinds and no others. */
function serverLabels({ document, connect }: InventoryItem, origin: WrittenOrigin): Record<string, string> {
  const from = { [ORIGIN_LABEL]: origin };
  switch (document.kind) {
    case 'db':
      return from;
    case 'app':
      return connect.via === 'dump-headers' ? {} : from;
    case 'windows_desktop':
      return { ...from, ...(document.spec['non_ad'] === true && { [DIRECTORY_LABEL]: 'false' }) };
    case 'kube_cluster':
      return origin === 'dynamic' ? from : {};
    default:
      return {};
  }
}

const completeSpec = ({ kind, spec }: ResourceDocument): ResourceDocument['spec'] =>
  kind === 'db' ? withCloudFacts(spec) : spec;
