import { Database } from '../../gateway/store/database.ts';
import { migrate } from '../../gateway/store/migrations.ts';
import { createStores, type Stores } from '../../gateway/store/stores.ts';

/** Stores of the newest schema in memory. */
export function memoryStores(now: () => number = Date.now): Stores {
  const db = new Database(':memory:');
  migrate(db);
  return createStores(db, now);
}
