import { randomUUID } from 'node:crypto';
import type { Dispose } from '../../src/lib/disposables.ts';
import type { Database } from './database.ts';

/** `access`: users, roles and locks. `inventory`: servers and everything else that is listed with labels. */
type RevisedData = 'access' | 'inventory';

const SETTING = { access: 'access_revision', inventory: 'inventory_revision' } as const;

/**
 * A text that changes with every write to these data, in the same transaction. Caches of derived values on any
 * connection compare it. A counter would not do: after a rollback it could reach the same number for other data.
 */
export const dataRevision = (db: Database, data: RevisedData): string =>
  db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', SETTING[data])?.value ?? '';

/** Runs after each commit that wrote to these data. */
export function onDataChange(db: Database, data: RevisedData, run: () => void): Dispose {
  let last = dataRevision(db, data);
  return db.onCommit(() => {
    const revision = dataRevision(db, data);
    if (revision === last) return;
    last = revision;
    run();
  });
}

export function bumpDataRevision(db: Database, data: RevisedData): void {
  const value = randomUUID();
  db.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', SETTING[data], value);
}

/** Limit of changes that can be followed. */
const STEPS_MAX = 1000;

/** The keys that each of the last changes wrote: a cache of derived values can follow them. */
export class ChangedKeys {
  #steps = new Map<string, { to: string; keys: readonly string[] }>();

  note(from: string, to: string, keys: readonly string[]): void {
    this.#steps.set(from, { to, keys });
    const [oldest] = this.#steps.keys();
    if (this.#steps.size > STEPS_MAX && oldest !== undefined) this.#steps.delete(oldest);
  }

  /** The keys that changed between two revisions. undefined if it is not known, for example after a rollback. */
  between(from: string, to: string): string[] | undefined {
    const changed: string[] = [];
    for (let revision = from; revision !== to;) {
      const step = this.#steps.get(revision);
      if (!step) return undefined;
      changed.push(...step.keys);
      revision = step.to;
    }
    return changed;
  }
}
