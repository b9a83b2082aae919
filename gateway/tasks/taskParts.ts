// What a task works with, in the thread of the gateway or in one of its own.
import type { Access } from '../../src/access/access.ts';
import { denied } from '../http/failures.ts';
import { AccessCache } from '../identity/accessCache.ts';
import type { ListContext } from '../inventory/lists/inventoryList.ts';
import { recordingsDir } from '../recordings/files.ts';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { openReadOnlyStores, type Stores } from '../store/stores.ts';

/** What never changes while a gateway runs, and tells a task where it is. */
type TaskSettings = Pick<ListContext, 'clusterName' | 'publicUrl' | 'hostId'>;

/** What a task may use. It only reads, and may run in another thread with stores of its own. */
export type TaskParts = {
  stores: Stores;
  recordingTexts: RecordingTextStore;
  accessCache: AccessCache;
  recordingsDir: string;
  settings: TaskSettings;
};

export type ThreadData = { dataDir: string; settings: TaskSettings };

/**
 * For a thread beside the gateway. What gateway.yaml asks for besides the roles is not known there: a task that asks
 * whether a session needs a second factor fails.
 */
export function openTaskParts({ dataDir, settings }: ThreadData): TaskParts {
  const stores = openReadOnlyStores(dataDir);
  const accessCache = new AccessCache(stores.db, stores.roles, () => {
    throw new TypeError('tasks do not know whether the cluster asks for a second factor for each session');
  });
  const recordingTexts = RecordingTextStore.openReadOnly(dataDir);
  return { stores, recordingTexts, accessCache, recordingsDir: recordingsDir(dataDir), settings };
}

/** What a user may do now. Who has gone since the request was let in is refused. */
export function accessOf({ stores, accessCache }: TaskParts, name: string): Access {
  const user = stores.users.find(name);
  if (!user) throw denied('need auth');
  return accessCache.of(user);
}
