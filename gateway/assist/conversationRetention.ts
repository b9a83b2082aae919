import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';

const EVERY_MS = 3600_000;
const PAUSE_MS = 10;

type Log = { error(details: object, message: string): void };

/** Deletes conversations that were not used for as long as the setting allows. The returned function stops it. */
export function keepConversationRetention(
  { stores, now, config }: Pick<Gateway, 'stores' | 'now' | 'config'>,
  clock: Pick<Clock, 'every'>,
  log: Log,
): () => Promise<void> {
  let isStopping = false;
  let running = Promise.resolve();
  const prune = async () => {
    const { retentionMs } = config.get().assist;
    if (retentionMs === undefined) return;
    while (!isStopping && stores.conversations.expire(now() - retentionMs)) await delay(PAUSE_MS);
  };
  const start = () => {
    running = running.then(prune).catch((err: unknown) => log.error({ err }, 'could not remove old conversations'));
  };
  start();
  const stop = clock.every(EVERY_MS, start);
  return () => {
    isStopping = true;
    stop();
    return running;
  };
}
