import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Below this path the gateway serves the built files; it is never relayed to a cluster. */
const ASSET_BASE = '/web/app/';

export default defineConfig({
  root: 'src',
  base: ASSET_BASE,
  publicDir: false,
  plugins: [react()],
  // The gateway replaces the placeholder by a fresh nonce in every page it serves.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    assetsDir: 'a',
  },
  worker: { format: 'es' },
  optimizeDeps: {
    // Everything that is only imported lazily: found late, it would make the dev server reload the page.
    include: [
      '@emotion/cache',
      '@emotion/react',
      '@emotion/styled',
      '@monaco-editor/react',
      '@mui/material',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@xterm/addon-fit',
      '@xterm/addon-webgl',
      '@xterm/xterm',
      'diff',
      'js-yaml',
      'monaco-yaml',
      'monaco-yaml/yaml.worker.js',
      'ra-core',
      'react-dom/client',
      'react-hook-form',
      'react-router-dom',
    ],
  },
});
