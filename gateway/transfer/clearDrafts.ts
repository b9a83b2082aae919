// Removes drafts that uploads left when an earlier gateway was killed.
import { reason } from '../config/files.ts';
import type { Gateway } from '../gateway.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import type { DraftLocation } from './Drafts.ts';
import { filesOn } from './filesOn.ts';

type Parts = Pick<Gateway, 'settings' | 'drafts' | 'stores' | 'ssh' | 'hostId'>;
type Log = Record<'info' | 'warn', (details: object, message: string) => void>;

/** Removes drafts on all reachable servers. The next transfer there retries the rest. `signal` ends it early. */
export async function clearDrafts(parts: Parts, log: Log, signal: AbortSignal): Promise<void> {
  for (const location of parts.drafts.locations) {
    if (signal.aborted) return;
    try {
      const paths = await clearAt(location, parts, signal);
      if (paths.length > 0) log.info({ ...location, paths }, 'interrupted uploads were removed');
    } catch (error) {
      log.warn({ ...location, why: reason(error) }, 'could not remove interrupted uploads');
    }
  }
}

async function clearAt(location: DraftLocation, { settings, drafts, stores, ssh, hostId }: Parts, signal: AbortSignal) {
  const entry = stores.inventory.find('node', location.serverId);
  if (!entry) return [];
  const connect = entry.connect.via === 'ssh' ? entry.connect : {};
  // Cleaning up is not a user's login, so the gateway's own account is allowed.
  const here = { dataDir: settings.dataDir, ownAccount: true };
  const connection = { hostId, here, connect, defaults: ssh(), signal };
  const files = await filesOn(nodeOf(entry), location.login, connection);
  try {
    return await drafts.clear(location, files);
  } finally {
    files.close();
  }
}
