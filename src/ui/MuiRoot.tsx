import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiTheme } from './muiTheme.ts';
import { styleNonce } from './nonce.ts';

const cache = createCache({ key: 'p', ...(styleNonce && { nonce: styleNonce }) });

/**
 * Wraps each dialog and menu, so that a page without one needs no MUI. The nonce lets emotion's styles pass the content
 * security policy.
 */
export const MuiRoot = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={muiTheme}>{children}</ThemeProvider>
  </CacheProvider>
);
