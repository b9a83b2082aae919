import { createContext } from 'react';

/**
 * Why an address below `/web` has no page yet; undefined if it has one. The console provides it, because it knows its
 * pages.
 */
export const MissingPagesContext = createContext<(to: string) => string | undefined>(() => undefined);
