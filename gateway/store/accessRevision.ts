import type { Database } from './database.ts';

const NAME = 'access_revision';

/**
 * Changes with every write to users and roles, in the same transaction, so that a rollback takes it back. Whoever
 * derives access from them asks it whether the derivation still holds.
 */
export const accessRevision = (db: Database): number =>
  Number(db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', NAME)?.value ?? 0);

export function bumpAccessRevision(db: Database): void {
  db.run(
    'INSERT INTO settings VALUES (?, 1) ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)',
    NAME,
  );
}
