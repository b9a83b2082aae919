import { useEffect, useState } from 'react';

/** So long nothing is shown of a wait (specification §9). */
const WAIT_MS = 400;

/** True once a wait that began with the mounting is worth a word: before that a quick answer would only flicker. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
