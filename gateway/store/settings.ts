import type { Database } from './database.ts';

/** Single values that outlive the process, by name. */
export class SettingStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(name: string): string | undefined {
    return this.#db.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value;
  }

  set(name: string, value: string): void {
    this.#db.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, value);
  }

  /** The stored value, or a new one that is then stored. */
  getOrMake(name: string, make: () => string): string {
    return this.#db.transaction(() => {
      const stored = this.get(name);
      if (stored !== undefined) return stored;
      const made = make();
      this.set(name, made);
      return made;
    });
  }
}
