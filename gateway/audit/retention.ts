import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';
import { SESSION_ID } from '../recordings/files.ts';
import { ENDS_OF_RECORDINGS } from '../recordings/Recordings.ts';
import type { StoredEvent } from '../store/events.ts';

type Parts = Pick<Gateway, 'stores' | 'recordings' | 'config' | 'now'>;
type Log = {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
};

const EVERY_MS = 3600_000;
/** Events that are deleted at once. This blocks other work, so a batch takes only a few milliseconds. */
const SLICE = 100;
const PAUSE_MS = 10;

/**
 * Deletes audit events that are older than the setting allows, now, every hour, and when settings change. The event
 * that lists a recording is kept as long as the recording. The returned function stops it and resolves when it has
 * stopped.
 */
export function keepAuditRetention(parts: Parts, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const prune = () => {
    const { retentionMs } = parts.config.get().audit;
    if (retentionMs === undefined) return;
    const beforeMs = parts.now() - retentionMs;
    running = running
      .then(() => removeEventsBefore(parts, beforeMs, stopping.signal))
      .then((events) => events > 0 && log.info({ events, before: new Date(beforeMs) }, 'old audit events were removed'))
      .catch((err: unknown) => log.error({ err }, 'could not remove old audit events'))
      .then(() => undefined);
  };
  prune();
  const stop = systemClock.every(EVERY_MS, prune);
  const unsubscribe = parts.config.subscribe(prune);
  return () => {
    unsubscribe();
    stop();
    stopping.abort();
    return running;
  };
}

/** Deletes in batches until it is done or `stopping` aborts. Returns the number of deleted events. */
export async function removeEventsBefore(
  { stores, recordings }: Pick<Parts, 'stores' | 'recordings'>,
  timeMs: number,
  stopping: AbortSignal,
): Promise<number> {
  // Also true if its end cannot be read now.
  const isRecorded = async ({ sid }: StoredEvent) =>
    sid !== null && SESSION_ID.test(sid) && (await recordings.find(sid).catch(() => sid)) !== undefined;
  let removed = 0;
  let after: StoredEvent | undefined;
  while (!stopping.aborted) {
    const slice = stores.events.before(timeMs, after, SLICE);
    after = slice.at(-1);
    if (!after) break;
    const referenced = new Set<StoredEvent>();
    for (const event of slice) {
      if (ENDS_OF_RECORDINGS.includes(event.event) && (await isRecorded(event))) referenced.add(event);
    }
    const old = slice.filter((event) => !referenced.has(event));
    stores.events.delete(old);
    removed += old.length;
    await delay(PAUSE_MS);
  }
  return removed;
}
