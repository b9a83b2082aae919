import { useAfter } from './useAfter.ts';

/** So long nothing is shown of a wait (specification §9). */
const WAIT_MS = 400;

/** True once a wait that began with the mounting is worth a word: before that a quick answer would only flicker. */
export const useLate = (): boolean => useAfter(WAIT_MS, true);
