// A resource document as an inventory entry, with the values that the server adds.
import type { InventoryItem, ResourceDocument } from '../config/settings.ts';
import { withCloudFacts } from './cloudFacts.ts';
import { keyOf, type Entry } from './entry.ts';

const ORIGIN_LABEL = 'teleport.dev/origin';
/** Whether a desktop belongs to a directory. */
const DIRECTORY_LABEL = 'teleport.dev/ad';

type WrittenOrigin = 'config-file' | 'dynamic';

/** `hostId` is the agent that serves the resource: here always the gateway itself. */
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

/** Labels that the reference adds by the origin of a document, only for these kinds. */
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
