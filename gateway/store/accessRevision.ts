import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const NAME = 'access_revision';

/**
 * Another text after every write to users and roles, in the same transaction. Whoever derives access from them asks it
 * whether the derivation still holds. No counter: after a rollback it would come to the same number for other data.
 */
export const accessRevision = (db: Database): string =>
  db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', NAME)?.value ?? '';

export function bumpAccessRevision(db: Database): void {
  db.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', NAME, randomUUID());
}
