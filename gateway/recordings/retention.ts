import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import type { Recordings } from './Recordings.ts';

const EVERY_MS = 3600_000;

/**
 * Deletes recordings whose session ended longer ago than the setting allows, now and every hour. It reads the setting
 * each time, because it may change while the gateway runs. undefined keeps everything.
 */
export function keepRetention(
  recordings: Recordings,
  retentionMs: () => number | undefined,
  clock: Clock,
  report: (removed: readonly string[]) => void,
  failed: (error: unknown) => void,
): Dispose {
  const prune = () => {
    const keepMs = retentionMs();
    if (keepMs !== undefined)
      recordings
        .removeEndedBefore(clock.now() - keepMs, failed)
        .then(report)
        .catch(failed);
  };
  prune();
  return clock.every(EVERY_MS, prune);
}
