// Separate from build.mjs because importing Vite takes longer than a start with nothing to build.
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds the gateway's sources into one bundle for Node 20. Packages are not bundled.
 * @param {string} root
 * @param {string} outDir
 * @returns {import('vite').InlineConfig}
 */
export const gatewayBuild = (root, outDir) => ({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: join(root, 'gateway/main.ts'),
        seed: join(root, 'gateway/seed.ts'),
        taskThread: join(root, 'gateway/tasks/thread.ts'),
        indexThread: join(root, 'gateway/recordings/indexThread.ts'),
        configThread: join(root, 'gateway/config/configThread.ts'),
        awsThread: join(root, 'gateway/aws/thread.ts'),
        modelThread: join(root, 'gateway/assist/model/modelThread.ts'),
        desktopThread: join(root, 'gateway/desktop/rfb/desktopThread.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
    },
  },
});

/** @type {Record<import('./build.mjs').Part, (root: string, outDir: string) => Promise<unknown>>} */
export const builders = {
  console: (root, outDir) =>
    build({
      root: join(root, 'src'),
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4000 }, // the editor is large: npm run size checks it
    }),
  gateway: (root, outDir) => build(gatewayBuild(root, outDir)),
};
