import { useEffect, useState } from 'react';
import { formatDate, type Zone } from '../lib/dates.ts';

const LOOK_EVERY_MS = 30_000;

/** The current day in a zone, `yyyy-MM-dd`. It changes soon after midnight. */
export const useToday = (zone: Zone): string => formatDate(new Date(useNow(LOOK_EVERY_MS)), zone);

/** The current time, updated every `everyMs`; undefined: never updated. */
export function useNow(everyMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === undefined) return;
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
