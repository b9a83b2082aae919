import { useEffect, useEffectEvent, useState } from 'react';

const EVERY_MS = 3000;
/** From then on the page shows what may be wrong. */
const LATE_MS = 5 * 60_000;

export type Poll<T> = { hit: T | undefined; startedMs: number; isLate: boolean };

/**
 * Asks every three seconds until there is an answer; errors are ignored. A change of `key` begins anew, and without a
 * key nothing is asked.
 */
export function usePoll<T>(key: string | undefined, look: (signal: AbortSignal) => Promise<T | undefined>): Poll<T> {
  const [found, setFound] = useState<{ key: string; hit: T }>();
  const [startedMs, setStartedMs] = useState(() => Date.now());
  const [isLate, setLate] = useState(false);
  const ask = useEffectEvent(look);
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
      if (hit !== undefined) return setFound({ key, hit });
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
