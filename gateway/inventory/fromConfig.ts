// The inventory of gateway.yaml as entries.
import type { InventoryItem } from '../config/settings.ts';
import { inTurns } from '../process/turns.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { toEntry } from './documentEntry.ts';
import type { Entry } from './entry.ts';

/** `candidates`: those that may differ from the stored ones. Other work runs between thousands of servers. */
export type FileEntries = { entries: readonly Entry[]; candidates: readonly Entry[] };

export async function toEntries(
  items: readonly InventoryItem[],
  hostId: string,
  inventory: Pick<InventoryStore, 'has'>,
): Promise<FileEntries> {
  const [entries, candidates] = [new Array<Entry>(), new Array<Entry>()];
  await inTurns(items, (item) => {
    const entry = toEntry(item, 'config-file', hostId);
    entries.push(entry);
    if (!inventory.has(entry)) candidates.push(entry);
  });
  return { entries, candidates };
}
