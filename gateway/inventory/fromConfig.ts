// The inventory of gateway.yaml as entries.
import type { InventoryItem } from '../config/settings.ts';
import { keyOf, type Entry } from './entry.ts';

const ORIGIN_LABEL = 'teleport.dev/origin';
/** Says of a desktop whether it belongs to a directory. */
const DIRECTORY_LABEL = 'teleport.dev/ad';

export const toEntries = (items: readonly InventoryItem[], hostId: string): Entry[] =>
  items.map(({ document, connect }) => ({
    kind: document.kind,
    key: keyOf(document, hostId),
    origin: 'config-file',
    document,
    connect,
    labels: { ...document.metadata.labels, ...serverLabels({ document, connect }) },
  }));

/** Labels that the reference adds to what comes from its file: to these kinds and no others. */
function serverLabels({ document, connect }: InventoryItem): Record<string, string> {
  const fromFile = { [ORIGIN_LABEL]: 'config-file' };
  switch (document.kind) {
    case 'db':
      return fromFile;
    case 'app':
      return connect.via === 'dump-headers' ? {} : fromFile;
    case 'windows_desktop':
      return { ...fromFile, ...(document.spec['non_ad'] === true && { [DIRECTORY_LABEL]: 'false' }) };
    default:
      return {};
  }
}
