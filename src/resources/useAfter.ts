import { useEffect, useState } from 'react';

/** True once `holds` has been true for this long, so that short states are not shown. */
export function useAfter(ms: number, holds: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [ms, holds]);
  return holds && isOver;
}

/** No loading state is shown for this long (specification §9). */
const WAIT_MS = 400;

/**
 * True once a wait that started at mount deserves a loading state. An earlier one would flicker before a quick answer.
 */
export const useLate = (): boolean => useAfter(WAIT_MS, true);
