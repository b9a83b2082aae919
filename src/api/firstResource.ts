import { isObject } from '../lib/json.ts';
import { readJson, writeJson, STORAGE } from '../lib/storage.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** Whether the cluster has anything to reach, asked once per sign-in and kept where the contract says (http-auth §11.2). */
export type FirstResourceRecord = { hasResource: boolean; notified: boolean };

export function firstResourceRecord(storage: Storage): FirstResourceRecord | undefined {
  const stored = readJson(storage, STORAGE.discover);
  if (!isObject(stored) || typeof stored['hasResource'] !== 'boolean') return undefined;
  return { hasResource: stored['hasResource'], notified: stored['notified'] === true };
}

/** Other members of what is stored there stay. */
export function storeFirstResource(storage: Storage, record: FirstResourceRecord): void {
  const stored = readJson(storage, STORAGE.discover);
  writeJson(storage, STORAGE.discover, { ...(isObject(stored) && stored), ...record });
}

export async function fetchHasResource(clusterId: string): Promise<boolean> {
  const json = await call(apiUrl('sites/:clusterId/resources/check', { clusterId }));
  return isObject(json) && json['hasResource'] === true;
}
