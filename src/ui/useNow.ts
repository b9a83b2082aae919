import { useEffect, useState } from 'react';
import { formatDate, type Zone } from '../lib/dates.ts';

const LOOK_EVERY_MS = 30_000;

/** The present day in a zone, `yyyy-MM-dd`; another one soon after midnight. */
export const useToday = (zone: Zone): string => formatDate(new Date(useNow(LOOK_EVERY_MS)), zone);

/** The present moment, read again every `everyMs`; undefined: not again. */
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
