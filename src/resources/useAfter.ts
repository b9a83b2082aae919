import { useEffect, useState } from 'react';

/** True once `holds` has held for so long: what lasts only a moment is not shown. */
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

/** So long nothing is shown of a wait (specification §9). */
const WAIT_MS = 400;

/** True once a wait that began with the mounting is worth a word: before that a quick answer would only flicker. */
export const useLate = (): boolean => useAfter(WAIT_MS, true);
