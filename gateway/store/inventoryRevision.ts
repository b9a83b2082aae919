import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const NAME = 'inventory_revision';

/**
 * Another text after every write to the inventory, in the same transaction. Every connection to the database asks it
 * whether the label sets that it knows are still those of the inventory. No counter: see `accessRevision`.
 */
export const inventoryRevision = (db: Database): string =>
  db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', NAME)?.value ?? '';

export function bumpInventoryRevision(db: Database): void {
  db.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', NAME, randomUUID());
}
