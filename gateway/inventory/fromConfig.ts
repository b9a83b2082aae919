// The inventory of gateway.yaml as entries.
import type { InventoryItem } from '../config/settings.ts';
import { toEntry } from './documentEntry.ts';
import type { Entry } from './entry.ts';

export const toEntries = (items: readonly InventoryItem[], hostId: string): Entry[] =>
  items.map((item) => toEntry(item, 'config-file', hostId));
