import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { joinedSearch } from '../../../api/joinTokens.ts';

const EVERY_MS = 3000;
/** After this time the page shows what may be wrong. */
const LATE_MS = 5 * 60_000;

export type Poll<T> = { hit: T | undefined; startedMs: number; isLate: boolean };

/**
 * Asks every three seconds until there is a result, and passes it to `onHit`. Errors are ignored. A change of `key`
 * starts again, and without a key it does not ask.
 */
export function usePoll<T>(
  key: string | undefined,
  look: (signal: AbortSignal) => Promise<T | undefined>,
  onHit: (hit: T) => void,
): Poll<T> {
  const [found, setFound] = useState<{ key: string; hit: T }>();
  const [startedMs, setStartedMs] = useState(() => Date.now());
  const [isLate, setLate] = useState(false);
  const ask = useEffectEvent(look);
  const reportHit = useEffectEvent(onHit);
  const isFound = found !== undefined && found.key === key;

  useEffect(() => {
    if (key === undefined || isFound) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const beganMs = Date.now();
    const begin = () => {
      setStartedMs(beganMs);
      setLate(false);
      void run();
    };
    const run = async () => {
      const hit = await ask(stop.signal).catch(() => undefined);
      if (stop.signal.aborted) return;
      if (hit !== undefined) {
        setFound({ key, hit });
        return reportHit(hit);
      }
      setLate(Date.now() - beganMs >= LATE_MS);
      timer = setTimeout(() => void run(), EVERY_MS);
    };
    timer = setTimeout(begin);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, isFound]);

  return { hit: isFound ? found.hit : undefined, startedMs, isLate };
}

/** The resource that joined with one of the tokens of a flow, the newest first. Undefined: none yet. */
export async function firstJoined<T>(
  resourceIds: readonly string[],
  find: (search: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const resourceId of resourceIds) {
    const found = await find(joinedSearch(resourceId));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Waits for a resource that joins with a token of the flow. `known`: the resource that was found before. */
export function useJoinPoll<T>(
  knownHit: T | undefined,
  resourceIds: readonly string[],
  find: (search: string, signal: AbortSignal) => Promise<T | undefined>,
  onHit: (hit: T) => void,
): Poll<T> {
  const key = knownHit || resourceIds.length === 0 ? undefined : resourceIds.join(' ');
  const poll = usePoll(key, (signal) => firstJoined(resourceIds, (search) => find(search, signal)), onHit);
  return { ...poll, hit: knownHit ?? poll.hit };
}

/**
 * The enrolled resource as listed now. `null`: not listed, or the list failed. Undefined until the answer arrives. The
 * result of the last step can be older than what it saved.
 */
export function useListed<T>(key: string, find: (signal: AbortSignal) => Promise<T | undefined>): T | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['discover', 'listed', key, useId()],
    queryFn: async ({ signal }) => (await find(signal)) ?? null,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  return isError ? (data ?? null) : data;
}
