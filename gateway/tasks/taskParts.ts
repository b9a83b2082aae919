// The parts of a task, in the thread of the gateway or in another thread.
import type { Access } from '../../src/access/access.ts';
import { denied } from '../http/failures.ts';
import { AccessCache } from '../identity/accessCache.ts';
import type { ListContext } from '../inventory/lists/inventoryList.ts';
import { recordingsDir } from '../recordings/files.ts';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { openReadOnlyStores, type Stores } from '../store/stores.ts';

/** The constants of a running gateway that a task needs. */
type TaskSettings = Pick<ListContext, 'clusterName' | 'publicUrl' | 'hostId'>;

/** The parts that a task may use. It only reads, and may run in another thread with its own stores. */
export type TaskParts = {
  stores: Stores;
  recordingTexts: RecordingTextStore;
  accessCache: AccessCache;
  recordingsDir: string;
  settings: TaskSettings;
};

export type ThreadData = { dataDir: string; settings: TaskSettings };

/**
 * For a thread beside the gateway. It does not know the requirements of gateway.yaml besides the roles: a task that
 * asks whether a session needs a second factor fails.
 */
export function openTaskParts({ dataDir, settings }: ThreadData): TaskParts {
  const stores = openReadOnlyStores(dataDir);
  const accessCache = new AccessCache(stores.db, stores.roles, () => {
    throw new TypeError('tasks do not know whether the cluster asks for a second factor for each session');
  });
  const recordingTexts = RecordingTextStore.openReadOnly(dataDir);
  return { stores, recordingTexts, accessCache, recordingsDir: recordingsDir(dataDir), settings };
}

/** The current access of a user. Refuses a user who was deleted since the request was admitted. */
export function accessOf({ stores, accessCache }: TaskParts, name: string): Access {
  const user = stores.users.find(name);
  if (!user) throw denied('need auth');
  return accessCache.of(user);
}
