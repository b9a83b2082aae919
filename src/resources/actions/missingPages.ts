import { createContext } from 'react';

/** Why an address below `/web` leads nowhere yet; undefined where it does. The console fills it, who knows its pages. */
export const MissingPagesContext = createContext<(to: string) => string | undefined>(() => undefined);
