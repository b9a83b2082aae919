import { useEffect, useState } from 'react';

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
